// The WebSocket of the open game: comes back by itself when it is lost.

const PATIENCE = [250, 500, 1000, 2000, 4000];

export class Socket {
  /** Calls `onmessage(message)` for what the server says, `onstatus(open)` on changes. */
  constructor(onmessage, onstatus) {
    this.onmessage = onmessage;
    this.onstatus = onstatus;
    this.id = null;
    this.socket = null;
    this.failures = 0;
  }

  /** Listens to a game, and to no other. */
  open(id) {
    this.close();
    this.id = id;
    this.failures = 0;
    this.connect();
  }

  /** Listens to nothing. */
  close() {
    this.id = null;
    clearTimeout(this.timer);
    // One that is not open yet closes as soon as it is: browsers warn of one that never was.
    if (this.socket?.readyState !== WebSocket.CONNECTING) this.socket?.close();
    this.socket = null;
  }

  connect() {
    const address = new URL(`ws?game=${encodeURIComponent(this.id)}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (this.socket !== socket) return void socket.close();
      this.failures = 0;
      this.onstatus(true);
    });
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.onmessage(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.onstatus(false);
      const wait = PATIENCE[Math.min(this.failures++, PATIENCE.length - 1)];
      this.timer = setTimeout(() => this.connect(), wait);
    });
  }

  /** Sends a message; false if there is no connection now. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
