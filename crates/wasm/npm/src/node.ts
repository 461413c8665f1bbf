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

/** The texts of the rules by file name, for `rules/texts`: {@link Service.ask} and {@link Service.explain} need them. */
export async function rules(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(new URL("./rules.json", import.meta.url), "utf8"));
}

/** Loads the module once, and returns a new service. */
export async function open(how: Opening = {}): Promise<Service> {
  await (ready ??= load(how.module));
  return new Service(new RawService(BigInt(how.seed ?? anySeed())));
}
