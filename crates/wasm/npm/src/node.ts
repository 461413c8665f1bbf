import { readFile } from "node:fs/promises";
import init, { Desk as RawDesk } from "./wasm/cardwright_wasm.js";
import { Desk } from "./desk.js";
import { type Opening, anySeed } from "./types.js";

export * from "./types.js";

let ready: Promise<unknown> | undefined;

async function load(given: Opening["module"]): Promise<void> {
  const bytes = given ?? (await readFile(new URL("./wasm/cardwright_wasm_bg.wasm", import.meta.url)));
  await init({ module_or_path: bytes as BufferSource });
}

/** Loads the module, once, and gives a desk of its own. */
export async function open(how: Opening = {}): Promise<Desk> {
  await (ready ??= load(how.module));
  return new Desk(new RawDesk(BigInt(how.seed ?? anySeed())));
}
