// Serves lines in a worker: every text message is a line of the protocol, and so is every message sent back.
import type { Service } from "./service.js";

/** The maximum time that a simulation blocks the worker, in milliseconds. */
const SLICE = 12;

/** The required part of a worker, from the inside. */
export type Scope = Pick<Worker, "addEventListener" | "postMessage">;

/** Answers lines with a service as soon as it is ready. Ignores messages that are not text. */
export function serve(scope: Scope, service: Promise<Service>): void {
  let working = false;

  /** Continues simulations, a few games at a time, and handles messages in between. */
  const work = async (here: Service): Promise<void> => {
    if (working) return;
    working = true;
    const { port1, port2 } = new MessageChannel();
    while (here.busy) {
      const until = performance.now() + SLICE;
      do here.work().forEach((line) => scope.postMessage(line));
      while (here.busy && performance.now() < until);
      await new Promise((go) => {
        port1.onmessage = go;
        port2.postMessage(0);
      });
    }
    port1.close();
    working = false;
  };

  scope.addEventListener("message", async ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "string") return;
    const here = await service;
    here.handle(data).forEach((line) => scope.postMessage(line));
    void work(here);
  });
}
