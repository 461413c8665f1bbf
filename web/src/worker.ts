// The worker: like `cardwright/worker` of the package, but the compiled module arrives in a message, so that all
// workers of the page share one. Lines that arrive before it wait.
import { open } from "cardwright/browser.js";
import { type Scope, serve } from "cardwright/serving.js";

const scope = self as unknown as Scope;
const module = new Promise<WebAssembly.Module>((go) =>
  scope.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data instanceof WebAssembly.Module) go(data);
  }));

serve(scope, module.then((module) => open({ module })));
