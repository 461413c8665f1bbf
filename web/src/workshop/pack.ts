// A pack in the making: its files, kept in this browser, as a zip, or in a link.
import { deflateSync, inflateSync, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { PackFiles } from "cardwright/index.js";
import { fromLink, toLink } from "../util.js";

/** Bytes of a pack at most, unpacked: more than the engine takes would only freeze the page. */
const MOST = 4 << 20;
/** Files of a pack at most. */
const FILES = 500;

/** Texts by path. */
export type Files = Record<string, string>;

/** The pack as the engine takes it. */
export const asPack = (files: Files, name: string): PackFiles => ({ name, files });

/** The id that the head of a pack states. */
export const idOf = (files: Files): string => /^\s*id\s*=\s*"([^"]*)"/m.exec(files["pack.toml"] ?? "")?.[1] ?? "my-pack";

/** The game that the head of a pack states. */
export const gameOf = (files: Files): string => /^\s*game\s*=\s*"([^"]*)"/m.exec(files["pack.toml"] ?? "")?.[1] ?? "moon-bots";

/** The file in which a card's script stands, as its block in the card file says. */
export function scriptOf(files: Files, card: { file?: string; line?: number }): string | null {
  const rows = (files[card.file ?? ""] ?? "").split("\n").slice(card.line ?? 1);
  const end = rows.findIndex((row) => row.startsWith("[["));
  const block = (end < 0 ? rows : rows.slice(0, end)).join("\n");
  return /^\s*script\s*=\s*"([^"]*)"/m.exec(block)?.[1] ?? null;
}

function taken(entries: [string, string][]): Files {
  if (entries.length > FILES) throw new Error(`a pack has at most ${FILES} files`);
  let bytes = 0;
  const files: Files = Object.create(null) as Files;
  for (const [path, text] of entries) {
    bytes += text.length;
    if (bytes > MOST) throw new Error("a pack has at most 4 megabytes");
    if (typeof path !== "string" || typeof text !== "string") throw new Error("a pack holds texts");
    files[path] = text;
  }
  return { ...files };
}

/** As a zip. */
export function zip(files: Files, name: string): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, strToU8(text)])), { mtime: new Date("1980-01-02") });
}

/** Out of a zip; the folder that holds everything is left out. */
export function unzip(bytes: Uint8Array): Files {
  let size = 0;
  const found = unzipSync(bytes, { filter: (file) => {
    size += file.originalSize;
    if (size > MOST) throw new Error("a pack has at most 4 megabytes");
    return /\.(toml|rhai|md)$/.test(file.name);
  } });
  const paths = Object.keys(found);
  const head = paths.filter((path) => /(^|\/)pack\.toml$/.test(path)).sort((one, other) => one.length - other.length)[0];
  if (!head) throw new Error("there is no pack.toml in it");
  const folder = head.slice(0, -"pack.toml".length);
  return taken(paths.filter((path) => path.startsWith(folder)).map((path) => [path.slice(folder.length), strFromU8(found[path]!)]));
}

/** As a piece of an address. */
export function link(files: Files): string {
  return toLink(deflateSync(strToU8(JSON.stringify(files)), { level: 9 }));
}

/** Out of a piece of an address. */
export function unlink(text: string): Files {
  if (text.length > MOST) throw new Error("the link is too long");
  const packed = fromLink(text);
  const bytes = inflateSync(packed, { out: new Uint8Array(MOST) });
  const found: unknown = JSON.parse(strFromU8(bytes).replace(/\0+$/, ""));
  if (typeof found !== "object" || found === null) throw new Error("there is no pack in the link");
  return taken(Object.entries(found as Files));
}
