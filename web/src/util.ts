// Small things that everything uses.
import { LitElement } from "lit";

/** An element that draws into the page itself, so that one style sheet and one focus order serve all. */
export class Plain extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** What is kept in this browser for the next visit; a full or forbidden store keeps nothing and says nothing. */
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
      // Nothing to do: the page works without.
    }
  },
  drop(key: string): void {
    try {
      localStorage.removeItem(`cardwright.${key}`);
    } catch {
      // As above.
    }
  },
};

/** Gives a file to the user. */
export function download(name: string, data: string | Uint8Array, type: string): void {
  const address = URL.createObjectURL(new Blob([data as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Calls at most once in so many milliseconds, after the last of several wishes. */
export function later(milliseconds: number, what: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(what, milliseconds);
  };
}

/** Bytes as a piece of an address. */
export function toLink(bytes: Uint8Array): string {
  let text = "";
  bytes.forEach((byte) => (text += String.fromCharCode(byte)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Bytes out of a piece of an address. */
export const fromLink = (text: string): Uint8Array => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Each of a list with a name of its own, such as `dodge 2` for the second of its kind: what lies before it may come and go. */
export function counted(list: readonly string[]): { key: string; id: string }[] {
  const seen = new Map<string, number>();
  return list.map((id) => {
    const at = (seen.get(id) ?? 0) + 1;
    seen.set(id, at);
    return { key: `${id} ${at}`, id };
  });
}

/** Sentence of anything that was thrown. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));
