import init, { Service as RawService } from "./wasm/cardwright_wasm.js";
import { Service } from "./service.js";
import { type Opening, anySeed } from "./types.js";

export * from "./types.js";

let ready: Promise<unknown> | undefined;

/** The texts of the rules by file name, for `rules/texts`: {@link Service.ask} and {@link Service.explain} need them. */
export async function rules(): Promise<Record<string, string>> {
  return (await fetch(new URL("./rules.json", import.meta.url))).json();
}

/** Loads the module once, and returns a new service. */
export async function open(how: Opening = {}): Promise<Service> {
  const given = how.module ?? new URL("./wasm/cardwright_wasm_bg.wasm", import.meta.url);
  await (ready ??= init({ module_or_path: given as URL }));
  return new Service(new RawService(BigInt(how.seed ?? anySeed())));
}
