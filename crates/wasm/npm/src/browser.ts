import init, { Desk as RawDesk } from "./wasm/cardwright_wasm.js";
import { Desk } from "./desk.js";
import { type Opening, anySeed } from "./types.js";

export * from "./types.js";

let ready: Promise<unknown> | undefined;

/** Loads the module, once, and gives a desk of its own. */
export async function open(how: Opening = {}): Promise<Desk> {
  const given = how.module ?? new URL("./wasm/cardwright_wasm_bg.wasm", import.meta.url);
  await (ready ??= init({ module_or_path: given as URL }));
  return new Desk(new RawDesk(BigInt(how.seed ?? anySeed())));
}
