import type { Diagnostic, Refusal, Unreadable } from "./wire.js";

/** What an error says beside its sentence; `kind` tells which it is. */
export interface ErrorData {
  kind: string;
  /** Of `refused`: why the rules do not allow the answer. */
  refusal?: Refusal;
  /** Of `unreadable`: where the answer cannot be read. */
  unreadable?: Unreadable;
  /** Of `setup`: everything that is wrong with the packs. */
  diagnostics?: Diagnostic[];
  /** What to do, where something can be said. */
  help?: unknown;
  [more: string]: unknown;
}

/** An answer of the protocol that is an error: a code and a sentence, and data. */
export class CardwrightError extends Error {
  override readonly name = "CardwrightError";
  /** The code; see the table of errors in the protocol's page. */
  readonly code: number;
  /** What it is, such as `refused`, and all that belongs to it. */
  readonly data: ErrorData;

  constructor(error: { code: number; message: string; data?: ErrorData }) {
    super(error.message);
    this.code = error.code;
    this.data = error.data ?? { kind: "unknown" };
  }

  /** Such as `refused`, `unreadable` or `setup`. */
  get kind(): string {
    return this.data.kind;
  }
}
