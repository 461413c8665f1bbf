import { CardwrightError } from "./errors.js";
import type { Methods } from "./wire.js";

/** Whatever carries lines: a worker with the module in it, or a socket to a server. */
export interface Transport {
  /** Sends a line. */
  send(line: string): void;
  /** Is told of every line that comes. */
  onLine: (line: string) => void;
  /** Is told when nothing more will come, with the reason. */
  onEnd: (reason: string) => void;
  /** Ends it. */
  close(): void;
}

/** How far long work is: games of a simulation, or changes of cards that were tried. */
export interface Progress {
  id: number;
  done: number;
  games?: number;
  changes?: number;
}

/** The methods that are answered when they are over, each with the method that cancels it. */
export const long = { "simulate/run": "simulate/cancel", "pack/mutate": "pack/cancel" } as const;

/** What tells how far they are. */
const progress = ["simulate/progress", "pack/progress"];

/** What a server sends without being asked. */
export type Notification = { method: string; params: any };

/** How a call may be made. */
export interface Call {
  /** Gives up after so many milliseconds. */
  timeout?: number;
  /** Is told how far long work is. */
  progress?: (at: Progress) => void;
  /** Ends long work before it is over. */
  signal?: AbortSignal;
}

interface Waiting {
  done: (result: any) => void;
  failed: (error: Error) => void;
  progress?: (at: Progress) => void;
}

/** The protocol over a transport: calls answer later, and throw {@link CardwrightError}. */
export class Client {
  readonly #over: Transport;
  readonly #waiting = new Map<number, Waiting>();
  #id = 0;
  #ended: string | null = null;
  /** Is told what comes without being asked. */
  onNotification: (message: Notification) => void = () => {};
  /** Is told when the transport ends. */
  onEnd: (reason: string) => void = () => {};

  constructor(over: Transport) {
    this.#over = over;
    over.onLine = (line) => this.#take(line);
    over.onEnd = (reason) => this.#end(reason);
  }

  /** Calls a method of the protocol. */
  call<M extends keyof Methods>(method: M, params: Methods[M]["params"], how: Call = {}): Promise<Methods[M]["result"]> {
    return this.other(method, params, how);
  }

  /** Calls a method that is not of the protocol's own, such as a server's. */
  other(method: string, params: unknown, how: Call = {}): Promise<any> {
    if (this.#ended !== null) return Promise.reject(new Error(this.#ended));
    const id = ++this.#id;
    const made = new Promise<any>((done, failed) => {
      this.#waiting.set(id, { done, failed, progress: how.progress });
    });
    const cancel = long[method as keyof typeof long];
    if (cancel) how.signal?.addEventListener("abort", () => this.#notify(cancel, { id }), { once: true });
    this.#over.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return how.timeout ? this.#within(made, id, how.timeout) : made;
  }

  /** Ends the transport; calls that wait fail. */
  close(): void {
    this.#over.close();
    this.#end("closed");
  }

  #notify(method: string, params: unknown): void {
    this.#over.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async #within(made: Promise<any>, id: number, milliseconds: number): Promise<any> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, failed) => {
      timer = setTimeout(() => {
        this.#waiting.delete(id);
        failed(new TimeLimit(milliseconds));
      }, milliseconds);
    });
    try {
      return await Promise.race([made, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #take(line: string): void {
    const reply = JSON.parse(line);
    if (progress.includes(reply.method)) {
      this.#waiting.get(reply.params.id)?.progress?.(reply.params);
      return;
    }
    if (reply.method) {
      this.onNotification(reply);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.error) waiting?.failed(new CardwrightError(reply.error));
    else waiting?.done(reply.result);
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#waiting.forEach((waiting) => waiting.failed(new Error(reason)));
    this.#waiting.clear();
    this.onEnd(reason);
  }
}

/** No answer came in time. */
export class TimeLimit extends Error {
  override readonly name = "TimeLimit";

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** A worker whose script is this package's `worker`, as a transport. */
export function overWorker(worker: Worker): Transport {
  const over: Transport = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onEnd: () => {},
    close: () => worker.terminate(),
  };
  worker.onmessage = (message) => over.onLine(message.data);
  worker.onerror = (event) => over.onEnd(event.message || "the worker stopped");
  return over;
}

/** A socket that carries a line in each message, as a transport. */
export function overSocket(socket: WebSocket): Transport {
  const unsent: string[] = [];
  const over: Transport = {
    send: (line) => (socket.readyState === WebSocket.OPEN ? socket.send(line) : void unsent.push(line)),
    onLine: () => {},
    onEnd: () => {},
    close: () => socket.close(),
  };
  socket.onopen = () => unsent.splice(0).forEach((line) => socket.send(line));
  socket.onmessage = (message) => over.onLine(String(message.data));
  socket.onclose = (event) => over.onEnd(event.reason || `the connection closed (${event.code})`);
  return over;
}
