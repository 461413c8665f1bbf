export * from "./errors.js";
export * from "./service.js";
export * from "./client.js";
export * from "./room.js";
export type * from "./results.js";
export type * from "./wire.js";

/** The options for opening a service. */
export interface Opening {
  /** The source of seeds for matches without one; random by default. */
  seed?: number | bigint;
  /** The module, if it is not beside the script: its bytes, its URL, or a compiled module. */
  module?: BufferSource | WebAssembly.Module | URL | Response | Promise<Response>;
}

/** A random seed below 2^53. */
export function anySeed(): bigint {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(high ?? 0) << 21n) | BigInt((low ?? 0) >>> 11);
}
