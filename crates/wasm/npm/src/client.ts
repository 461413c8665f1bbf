import { CardwrightError } from "./errors.js";
import type { Methods } from "./wire.js";

/** Anything that carries lines: a worker with the module, or a socket to a server. */
export interface Transport {
  /** Sends a line. */
  send(line: string): void;
  /** Called with every line that arrives. */
  onLine: (line: string) => void;
  /** Called when no more lines will arrive, with the reason. */
  onEnd: (reason: string) => void;
  /** Closes the transport. */
  close(): void;
}

/** The progress of long work: games of a simulation, or tried changes of cards. */
export interface Progress {
  id: number;
  done: number;
  games?: number;
  changes?: number;
}

/** Methods that are answered only when their work is done, each with the method that cancels it. */
export const long = { "simulate/run": "simulate/cancel", "pack/mutate": "pack/cancel" } as const;

/** The notifications of their progress. */
const progress = ["simulate/progress", "pack/progress"];

/** A notification from a server. */
export type Notification = { method: string; params: any };

/** The options of a call. */
export interface Call {
  /** Gives up after this many milliseconds. */
  timeout?: number;
  /** Called with the progress of long work. */
  progress?: (at: Progress) => void;
  /** Cancels long work. */
  signal?: AbortSignal;
}

interface Waiting {
  done: (result: any) => void;
  failed: (error: Error) => void;
  progress?: (at: Progress) => void;
}

/** The protocol over a transport: calls are asynchronous, and throw {@link CardwrightError}. */
export class Client {
  readonly #over: Transport;
  readonly #waiting = new Map<number, Waiting>();
  #id = 0;
  #ended: string | null = null;
  /** Called with notifications. */
  onNotification: (message: Notification) => void = () => {};
  /** Called when the transport ends. */
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

  /** Calls a method that is not part of the protocol, such as a server's. */
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

  /** Closes the transport. Pending calls fail. */
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

/** No answer arrived in time. */
export class TimeLimit extends Error {
  override readonly name = "TimeLimit";

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** The required part of a worker of Node's `worker_threads`. */
export interface NodeWorker {
  on(event: "message" | "error" | "exit", hear: (value: any) => void): unknown;
  postMessage(line: string): void;
  terminate(): unknown;
}

/** A transport over a worker with this package's `worker` script: a browser's, or one of Node's `worker_threads`. */
export function overWorker(worker: Worker | NodeWorker): Transport {
  const over: Transport = {
    send: (line) => worker.postMessage(line),
    onLine: () => {},
    onEnd: () => {},
    close: () => void worker.terminate(),
  };
  if ("on" in worker) {
    worker.on("message", (line) => over.onLine(line));
    worker.on("error", (error) => over.onEnd(error?.message || "the worker stopped"));
    worker.on("exit", () => over.onEnd("the worker stopped"));
    return over;
  }
  worker.onmessage = (message) => over.onLine(message.data);
  worker.onerror = (event) => over.onEnd(event.message || "the worker stopped");
  return over;
}

/** A transport over a socket that carries one line in each message. */
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
