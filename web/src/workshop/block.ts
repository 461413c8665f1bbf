// The block of a card in a card file: its values are read and written one key at a time, and all other lines are kept.
import { parse } from "smol-toml";

/** The lines of a card's block in a file: from its `[[card]]` line up to the next table. */
export interface Place {
  from: number;
  to: number;
}

const table = /^\s*\[/;

/** Finds the block of a card by its id. */
export function placeOf(text: string, id: string): Place | null {
  const rows = text.split("\n");
  for (let from = 0; from < rows.length; from += 1) {
    if (!/^\s*\[\[\s*card\s*\]\]/.test(rows[from]!)) continue;
    let to = from + 1;
    while (to < rows.length && !table.test(rows[to]!)) to += 1;
    if (rows.slice(from, to).some((row) => new RegExp(`^\\s*id\\s*=\\s*["']${id}["']`).test(row))) return { from, to };
  }
  return null;
}

/** The values in a card's block, or null if it is not valid TOML. */
export function valuesOf(text: string, place: Place): Record<string, unknown> | null {
  try {
    const found = parse(text.split("\n").slice(place.from, place.to).join("\n")) as { card?: Record<string, unknown>[] };
    return found.card?.[0] ?? null;
  } catch {
    return null;
  }
}

/** A value as TOML on one line. */
export function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{ ${Object.entries(value).map(([key, one]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${toml(one)}`).join(", ")} }`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** The number of lines of a key's value: up to the line that closes its brackets. */
function length(rows: string[], from: number): number {
  let depth = 0;
  for (let at = from; at < rows.length; at += 1) {
    const bare = rows[at]!.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").replace(/#.*$/, "");
    depth += bare.split(/[[{]/).length - bare.split(/[\]}]/).length;
    if (depth <= 0) return at - from + 1;
  }
  return rows.length - from;
}

/** The file's text with one key of a card set, or removed if there is no value. */
export function withValue(text: string, place: Place, key: string, value: unknown): string {
  const rows = text.split("\n");
  const inside = rows.slice(place.from, place.to);
  const at = inside.findIndex((row) => new RegExp(`^\\s*${key}\\s*=`).test(row));
  const line = value === undefined ? [] : [`${key} = ${toml(value)}`];
  if (at >= 0) {
    const old = inside.slice(at, at + length(inside, at));
    // A comment after a single-line value is kept.
    const remark = old.length === 1 ? /^[^"#]*(?:"(?:[^"\\]|\\.)*"[^"#]*)*(\s#.*)$/.exec(old[0]!)?.[1] ?? "" : "";
    inside.splice(at, old.length, ...line.map((one) => one + remark));
  } else {
    let end = inside.length;
    while (end > 1 && /^\s*(#.*)?$/.test(inside[end - 1]!)) end -= 1;
    inside.splice(end, 0, ...line);
  }
  return [...rows.slice(0, place.from), ...inside, ...rows.slice(place.to)].join("\n");
}

/** The file's text without a card; all other lines keep their numbers. */
export const without = (text: string, place: Place): string => text.split("\n").map((row, at) => (at >= place.from && at < place.to ? "" : row)).join("\n");

/** Every card of a file with its lines. */
export function cardsOf(text: string): { id: string; place: Place }[] {
  return [...text.matchAll(/^\s*id\s*=\s*["']([^"'\n]+)["']/gm)].map(([, id = ""]) => ({ id, place: placeOf(text, id) })).filter((one): one is { id: string; place: Place } => one.place !== null);
}
