// The script of a worker: every message is a line of the protocol, and so is every message that comes back. Whoever
// fears a pack that takes too long terminates the worker and starts another.
import { open } from "./browser.js";

/** How long simulations keep the worker at a time, in milliseconds. */
const SLICE = 12;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const desk = open();
let working = false;

/** Goes on with simulations, a few games at a time, and takes messages between. */
async function work(): Promise<void> {
  if (working) return;
  working = true;
  const { port1, port2 } = new MessageChannel();
  const here = await desk;
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
}

scope.onmessage = async (message: MessageEvent<string>) => {
  const here = await desk;
  here.handle(message.data).forEach((line) => scope.postMessage(line));
  void work();
};
