import { readFile } from "node:fs/promises";
import init, { Service as RawService } from "./wasm/cardwright_wasm.js";
import { Service } from "./service.js";
import { type Opening, anySeed } from "./types.js";

export * from "./types.js";

let ready: Promise<unknown> | undefined;

async function load(given: Opening["module"]): Promise<void> {
  const bytes = given ?? (await readFile(new URL("./wasm/cardwright_wasm_bg.wasm", import.meta.url)));
  await init({ module_or_path: bytes as BufferSource });
}

/** Loads the module, once, and gives a service of its own. */
export async function open(how: Opening = {}): Promise<Service> {
  await (ready ??= load(how.module));
  return new Service(new RawService(BigInt(how.seed ?? anySeed())));
}
