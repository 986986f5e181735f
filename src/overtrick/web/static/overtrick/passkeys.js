// Passkeys: the browser makes or shows a key, and its answer goes with the form. What was asked stands in the page.
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
const words = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const asked = (form) => {
  const options = JSON.parse(form.dataset.asked);
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  for (const each of options.excludeCredentials || options.allowCredentials || []) each.id = bytes(each.id);
  return options;
};

const told = (key) => {
  const response = { clientDataJSON: words(key.response.clientDataJSON) };
  for (const each of ["attestationObject", "authenticatorData", "signature"]) {
    if (key.response[each]) response[each] = words(key.response[each]);
  }
  return JSON.stringify({ id: key.id, rawId: words(key.rawId), type: key.type, response, clientExtensionResults: {} });
};

const WHY = {
  NotAllowedError: spoken("The request was cancelled or timed out. Try again."),
  InvalidStateError: spoken("This device already has a passkey for your account."),
  SecurityError: spoken("Passkeys do not work at this address. Use a code instead."),
};

const has = window.isSecureContext && "PublicKeyCredential" in window;
for (const each of document.querySelectorAll("[data-no-passkeys]")) each.hidden = has;
for (const each of document.querySelectorAll("[data-passkeys]")) each.hidden = !has;
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const said = form.querySelector("[data-passkey-said]");
  form.hidden = !has && form.dataset.passkey === "get";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.hidden = true;
    try {
      const key = await navigator.credentials[form.dataset.passkey]({ publicKey: asked(form) });
      form.elements.answer.value = told(key);
      form.submit();
    } catch (fault) {
      said.textContent = WHY[fault.name] || spoken("The passkey did not work. Try again, or use a code.");
      said.hidden = false;
    }
  });
}
