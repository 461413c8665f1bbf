// Small utilities for the whole page.
import { LitElement } from "lit";

/** An element that renders into the page itself, so that there is one style sheet and one focus order. */
export class Plain extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * Data stored in this browser for the next visit; if storage is full or forbidden, nothing is stored and no error
 * shown.
 */
export const kept = {
  get<T>(key: string, otherwise: T): T {
    try {
      const text = localStorage.getItem(`cardwright.${key}`);
      return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
      return otherwise;
    }
  },
  set(key: string, value: unknown): void {
    try {
      localStorage.setItem(`cardwright.${key}`, JSON.stringify(value));
    } catch {
      // Ignored: the page works without storage.
    }
  },
  drop(key: string): void {
    try {
      localStorage.removeItem(`cardwright.${key}`);
    } catch {
      // Ignored, as above.
    }
  },
};

/** Offers a file for download. */
export function download(name: string, data: string | Uint8Array, type: string): void {
  const address = URL.createObjectURL(new Blob([data as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Calls a function at most once in this many milliseconds, after the last of several requests. */
export function later(milliseconds: number, what: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(what, milliseconds);
  };
}

/** Encodes bytes as part of an address. */
export function toLink(bytes: Uint8Array): string {
  let text = "";
  bytes.forEach((byte) => (text += String.fromCharCode(byte)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes bytes from part of an address. */
export const fromLink = (text: string): Uint8Array => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/**
 * Gives each item of a list a unique name, such as `dodge 2` for the second of its kind, so that earlier items may
 * change.
 */
export function counted(list: readonly string[]): { key: string; id: string }[] {
  const seen = new Map<string, number>();
  return list.map((id) => {
    const at = (seen.get(id) ?? 0) + 1;
    seen.set(id, at);
    return { key: `${id} ${at}`, id };
  });
}

/** A sentence for any thrown value. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
