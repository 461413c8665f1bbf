// The script of a worker of Node's `worker_threads`, with the same lines as a browser's worker.
import { parentPort } from "node:worker_threads";
import { open } from "./node.js";
import { type Scope, serve } from "./serving.js";

if (parentPort === null) throw new Error("cardwright/worker is the script of a worker: new Worker(new URL(import.meta.resolve(\"cardwright/worker\")))");
const port = parentPort;
serve({
  addEventListener: (_: string, hear: (message: { data: unknown }) => void) => void port.on("message", (data) => hear({ data })),
  postMessage: (line: unknown) => port.postMessage(line),
} as Scope, open());
