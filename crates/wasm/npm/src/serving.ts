// What a worker does with a service: every message that is text is a line of the protocol, and so is every message that comes back.
import type { Service } from "./service.js";

/** How long simulations keep the worker at a time, in milliseconds. */
const SLICE = 12;

/** What of a worker is needed, as it sees itself. */
export type Scope = Pick<Worker, "addEventListener" | "postMessage">;

/** Answers lines with a service, as soon as it is there. Messages that are no text are left to others. */
export function serve(scope: Scope, service: Promise<Service>): void {
  let working = false;

  /** Goes on with simulations, a few games at a time, and takes messages between. */
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
