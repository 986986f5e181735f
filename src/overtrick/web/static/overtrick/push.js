// A button by which this browser is told of the reader's contestant when no page is open. It is made where a browser can be
// told at all, and only a tap on it asks for leave. Which contestant it is told of is kept here under `overtrick:push:…`.
(() => {
  "use strict";
  const place = document.querySelector("[data-push]");
  const able = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!place || !able) return;
  const { push: address, worker, scope } = place.dataset;
  const key = `overtrick:push:${scope}:${address}`;
  const button = document.createElement("button");
  const said = document.createElement("span");
  button.type = "button";
  button.className = "plain";
  said.setAttribute("role", "status");
  place.append(button, " ", said);

  function told() {
    try {
      return localStorage.getItem(key) || "";
    } catch {
      return "";
    }
  }

  function keep(number) {
    try {
      if (number) localStorage.setItem(key, number);
      else localStorage.removeItem(key);
    } catch {
      // without it the button asks once more, which changes nothing
    }
  }

  const me = () => document.body.dataset.me || "";

  function show() {
    const number = me();
    place.hidden = !number;
    button.textContent = told() && told() === number ? spoken("Turn off notifications") : spoken("Notify me of my draws and results");
  }

  async function subscription() {
    await navigator.serviceWorker.register(worker, { scope });
    const { pushManager } = await navigator.serviceWorker.ready;
    const asked = await fetch(address, { cache: "no-store" });
    const { key: applicationServerKey } = await asked.json();
    const ask = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    try {
      return await ask();
    } catch (fault) { // it was made with a key that the server has no more
      const old = await pushManager.getSubscription();
      if (!old) throw fault;
      await old.unsubscribe();
      return ask();
    }
  }

  async function send(message) {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) });
    const { refused } = await answer.json();
    return refused || "";
  }

  async function change(number, on) {
    if (on && (await Notification.requestPermission()) !== "granted") return spoken("Your browser does not allow notifications from this page. Allow them in its settings.");
    const own = on ? await subscription() : await (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription();
    const { endpoint, keys } = own ? own.toJSON() : {};
    if (own && told()) await send({ on: false, endpoint });
    keep("");
    if (!on) return spoken("Notifications are off.");
    const refused = await send({ on, contestant: number, endpoint, keys });
    if (!refused) keep(number);
    return refused || spoken("Notifications are on.");
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    const number = me();
    said.textContent = await change(number, told() !== number).catch(() => spoken("Notifications could not be turned on or off. Try again."));
    button.disabled = false;
    show();
  });

  for (const name of ["overtrick:mine", "overtrick:live"]) document.addEventListener(name, show);
  show();
})();
