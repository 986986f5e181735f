// Messages that wait on the phone until the server has them: in order, one at a time, each sent until it is answered.
// A message has its own key, so a message sent twice is posted once. One that answers another names its key in `after`:
// what was not taken as it was said takes its answers along, and they are kept to be shown, not sent.
"use strict";

class Queue {
  constructor(name, address, heard) {
    this.name = name;
    this.address = address;
    this.heard = heard;
    this.sending = false;
    this.wait = 1000;
    this.failed = false; // the last try did not get through
    this.sentAt = PhoneStorage.read(`${name}:sent`) || "";
    window.addEventListener("online", () => this.send());
    window.addEventListener("storage", (event) => event.key === name && heard());
    setInterval(() => this.send(), 15000);
  }

  get messages() {
    try { return JSON.parse(PhoneStorage.read(this.name)) || []; } catch { return []; }
  }

  set messages(list) { PhoneStorage.write(this.name, JSON.stringify(list)); }

  get waiting() { return this.messages.filter((message) => !message.refused); }

  get refused() { return this.messages.filter((message) => message.refused); }

  // Whether leaving the page loses what waits: the browser stores nothing.
  get fleeting() { return this.waiting.length > 0 && PhoneStorage.onlyInPage(this.name); }

  static why(reason) {
    return { lost: spoken("the result in question was not accepted"), conflict: spoken("another result was entered for this board") }[reason] || reason;
  }

  // What this phone's clock shows, as the clocks of the room are written: in figures, whatever language the phone speaks.
  static time() {
    const now = new Date();
    return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  }

  add(said) {
    const key = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.messages = [...this.messages, { ...said, key }];
    this.send();
  }

  drop(key) {
    this.messages = this.messages.filter((message) => message.key !== key && message.lost !== key);
    this.heard();
  }

  lose(key, why) {
    this.messages = this.messages.map((each) => (each.after === key && !each.refused ? { ...each, refused: why, lost: key } : each));
  }

  // One page sends at a time, also with two pages open on one phone.
  async send() {
    if (navigator.locks) return navigator.locks.request(this.name, { ifAvailable: true }, (lock) => lock && this.sendAll());
    return this.sendAll();
  }

  async sendAll() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.waiting.length && (await this.sendOne(this.waiting[0]))) this.wait = 1000;
    } finally {
      this.sending = false;
    }
    if (this.waiting.length) {
      setTimeout(() => this.send(), this.wait);
      this.wait = Math.min(this.wait * 2, 15000);
    }
    this.heard();
  }

  // True when the message was answered, yes or no; false when it must be sent again.
  async sendOne(message) {
    let answer, told;
    const patience = new AbortController(), late = setTimeout(() => patience.abort(), 10000);
    try {
      answer = await fetch(this.address, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
        signal: patience.signal,
      });
      told = await answer.json();
    } catch { this.failed = true; return false; } finally { clearTimeout(late); }
    this.failed = answer.status >= 500;
    if (answer.ok && told.posted) {
      this.sentAt = Queue.time();
      PhoneStorage.write(`${this.name}:sent`, this.sentAt);
      this.messages = this.messages.filter((each) => each.key !== message.key);
      Receipts.keep(told.receipt);
      if (told.conflict) this.lose(message.key, Queue.CONFLICT);
      this.heard(told.sheet);
      return true;
    }
    // A link taken back or out of date refuses nothing: what waits goes by the next code that is scanned here.
    if (answer.status >= 500 || answer.status === 429 || answer.status === 403 || !told.refused) return false;
    this.messages = this.messages.map((each) => (each.key === message.key ? { ...each, refused: told.refused } : each));
    this.lose(message.key, Queue.LOST);
    this.heard(told.sheet);
    return true;
  }
}

// Why an answer was not sent: what it answered was refused, or met another result.
Queue.LOST = "lost";
Queue.CONFLICT = "conflict";
