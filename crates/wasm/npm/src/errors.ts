import type { Diagnostic, Refusal, Unreadable } from "./wire.js";

/** The data of an error; `kind` is its type. */
export interface ErrorData {
  kind: string;
  /** For `refused`: why the rules do not allow the action. */
  refusal?: Refusal;
  /** For `unreadable`: the place of the error in the action. */
  unreadable?: Unreadable;
  /** For `setup`: all errors in the packs. */
  diagnostics?: Diagnostic[];
  /** What to do instead, if known. */
  help?: unknown;
  [more: string]: unknown;
}

/** An error from the protocol: a code, a sentence, and data. */
export class CardwrightError extends Error {
  override readonly name = "CardwrightError";
  /** The code; see the table of errors on the protocol's page. */
  readonly code: number;
  /** The type, such as `refused`, and its data. */
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
