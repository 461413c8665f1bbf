// The engine's module: fetched and compiled once, when the page starts, for all workers.
import address from "cardwright/wasm/cardwright_wasm_bg.wasm?url";
import { size } from "virtual:games";

/** The most milliseconds that compiling waits for a moment in which nothing is drawn. */
const PATIENCE = 1_500;

/** Receives the share of the module that is loaded, from 0 to 1. */
export const arriving = new EventTarget();

let share = 0;
let compiling: Promise<WebAssembly.Module> | null = null;

/** The loaded share of the module, from 0 to 1: received bytes divided by all bytes. */
export const arrived = (): number => share;

/** Whether the module is on its way. */
export const underWay = (): boolean => compiling !== null && share < 1;

/** The compiled module; the first call starts to fetch it. After a failure the next call tries again. */
export function compiled(): Promise<WebAssembly.Module> {
  return (compiling ??= load().catch((error: unknown) => {
    compiling = null;
    throw error;
  }));
}

async function load(): Promise<WebAssembly.Module> {
  share = 0;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw unreachable(response ? response.status : "no connection");
  const pieces = await counted(response.body!).catch(() => null);
  if (!pieces) throw unreachable("no connection");
  const bytes = await new Blob(pieces).arrayBuffer();
  // To compile takes a processor for a while, and a page that is being drawn goes first.
  await new Promise<void>((go) => ("requestIdleCallback" in window ? requestIdleCallback(() => go(), { timeout: PATIENCE }) : setTimeout(go)));
  const module = await WebAssembly.compile(bytes);
  tell(1);
  return module;
}

function unreachable(why: string | number): Error {
  return new Error(`The engine could not be fetched (${why}). What is open stays; try again when the connection is back.`);
}

/** The bytes of the module. Nobody compiles while they arrive: on a slow processor that holds up what is drawn. */
async function counted(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    got += piece.value.length;
    tell(Math.min(0.99, got / size));
  }
  return pieces;
}

/** Reports each whole percent once. */
function tell(now: number): void {
  const news = Math.floor(now * 100) !== Math.floor(share * 100);
  share = now;
  if (news) arriving.dispatchEvent(new Event("change"));
}
