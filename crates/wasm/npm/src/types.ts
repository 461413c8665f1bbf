export * from "./errors.js";
export * from "./service.js";
export * from "./client.js";
export type * from "./results.js";
export type * from "./wire.js";

/** How a service is opened. */
export interface Opening {
  /** What seeds follow from that nobody names; otherwise the machine's own randomness. */
  seed?: number | bigint;
  /** The module, where it does not lie beside the script: its bytes, its address, or a compiled one. */
  module?: BufferSource | WebAssembly.Module | URL | Response | Promise<Response>;
}

/** A seed from the machine's own randomness, below 2^53. */
export function anySeed(): bigint {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(high ?? 0) << 21n) | BigInt((low ?? 0) >>> 11);
}
