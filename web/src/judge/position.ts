// A written position that forms can edit. The text is the only source: forms read it and rewrite it.
import { parse, stringify } from "smol-toml";

/** The keys and values of a position. */
export type Doc = Record<string, unknown>;

/** The position in a text, or null if it is not valid TOML. */
export function read(text: string): Doc | null {
  try {
    return parse(text) as Doc;
  } catch {
    return null;
  }
}

/** The position as text. */
export function written(doc: Doc): string {
  return `${stringify(doc).trim()}\n`;
}

/** A list of texts under a key; a missing one is empty. */
export const texts = (doc: Doc, key: string): string[] => {
  const found = doc[key];
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : [];
};

/** A table under a key; a missing one is empty. */
export const table = (doc: Doc, key: string): Doc => {
  const found = doc[key];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Doc) : {};
};

/** The tables of a list such as `[[robot]]`. */
export const tables = (doc: Doc, key: string): Doc[] => {
  const found = doc[key];
  return Array.isArray(found) ? found.filter((one): one is Doc => typeof one === "object" && one !== null) : [];
};

/** A whole number under a key. */
export const number = (doc: Doc, key: string, otherwise: number): number => (typeof doc[key] === "number" ? (doc[key] as number) : otherwise);

/** A word under a key. */
export const text = (doc: Doc, key: string, otherwise: string): string => (typeof doc[key] === "string" ? (doc[key] as string) : otherwise);

/** The position with one key changed; an empty list or `undefined` removes the key. */
export function having(doc: Doc, key: string, value: unknown): Doc {
  const { [key]: _, ...rest } = doc;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return rest;
  return key in doc ? { ...doc, [key]: value } : { ...rest, [key]: value };
}

/** The position with one table of a list changed; missing tables before it are added. */
export function havingOne(doc: Doc, key: string, at: number, change: (one: Doc) => Doc): Doc {
  const list = tables(doc, key);
  while (list.length <= at) list.push({});
  return having(doc, key, list.map((one, place) => (place === at ? change(one) : one)));
}
