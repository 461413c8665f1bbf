// The engine's module: fetched and compiled once, from the first moment of the page, for every worker that is begun.
import address from "cardwright/wasm/cardwright_wasm_bg.wasm?url";
import { size } from "virtual:games";

/** Is told how much of the module is here, as a share from 0 to 1. */
export const arriving = new EventTarget();

let share = 0;
let compiling: Promise<WebAssembly.Module> | null = null;

/** How much of the module is here, from 0 to 1: bytes that came of the bytes it has. */
export const arrived = (): number => share;

/** The compiled module; the first call begins to fetch it. After a failure the next call tries again. */
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
  // A host that does not know what a module is names another type, and then nothing compiles while it comes.
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
    // Whoever waits for the module hears of it.
  }
}

/** Tells of every whole percent once. */
function tell(now: number): void {
  const news = Math.floor(now * 100) !== Math.floor(share * 100);
  share = now;
  if (news) arriving.dispatchEvent(new Event("change"));
}
