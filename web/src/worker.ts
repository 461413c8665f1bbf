// The worker: what `cardwright/worker` of the package does, with a module that comes compiled in the first message, so that
// all workers of the page share one. Every later message is a line of the protocol.
import { type Desk, open } from "cardwright/browser.js";

/** How long simulations keep the worker at a time, in milliseconds. */
const SLICE = 12;

const scope = self as unknown as Worker;
let begin: (module: WebAssembly.Module) => void;
const desk: Promise<Desk> = new Promise<WebAssembly.Module>((go) => (begin = go)).then((module) => open({ module }));
let working = false;

/** Goes on with simulations, a few games at a time, and takes messages between. */
async function work(here: Desk): Promise<void> {
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
}

scope.onmessage = async ({ data }: MessageEvent<string | WebAssembly.Module>) => {
  if (typeof data !== "string") return begin(data);
  const here = await desk;
  here.handle(data).forEach((line) => scope.postMessage(line));
  void work(here);
};
