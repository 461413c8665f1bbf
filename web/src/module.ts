// The engine's module: fetched and compiled once, when the page starts, for all workers.
import address from "cardwright/wasm/cardwright_wasm_bg.wasm?url";
import { size } from "virtual:games";

/** Receives the share of the module that is loaded, from 0 to 1. */
export const arriving = new EventTarget();

let share = 0;
let compiling: Promise<WebAssembly.Module> | null = null;

/** The loaded share of the module, from 0 to 1: received bytes divided by all bytes. */
export const arrived = (): number => share;

/** The compiled module; the first call starts to fetch it. After a failure the next call tries again. */
export function compiled(): Promise<WebAssembly.Module> {
  return (compiling ??= load().catch((error: unknown) => {
    compiling = null;
    throw error;
  }));
}

async function load(): Promise<WebAssembly.Module> {
  tell(0);
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Error(`The engine could not be fetched (${response ? response.status : "no connection"}). What is open stays; try again when the connection is back.`);
  void count(response.clone().body!);
  // A server that does not know the file type of modules sends another one, which rules out compiling while loading.
  const known = response.headers.get("content-type")?.startsWith("application/wasm");
  const module = await (known ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)));
  tell(1);
  return module;
}

async function count(stream: ReadableStream<Uint8Array>): Promise<void> {
  let got = 0;
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      got += piece.value.length;
      tell(Math.min(0.99, got / size));
    }
  } catch {
    // The callers that wait for the module receive the error.
  }
}

/** Reports each whole percent once. */
function tell(now: number): void {
  const news = Math.floor(now * 100) !== Math.floor(share * 100);
  share = now;
  if (news) arriving.dispatchEvent(new Event("change"));
}
