// A pack being made: its files, stored in this browser, in a zip file, or in a link.
import { deflateSync, inflateSync, strFromU8, strToU8, unzipSync } from "fflate";
import type { PackFiles } from "cardwright/index.js";
import { bench } from "../engine.js";
import { fromLink, toLink } from "../util.js";

/** The maximum bytes of an unpacked pack: anything larger than the engine accepts would only freeze the page. */
const MOST = 4 << 20;
/** The maximum length of a link: mail programs and messengers cut longer addresses. */
const LINK = 32_000;
/** The maximum number of files in a pack. */
const FILES = 500;

/** Texts by path. */
export type Files = Record<string, string>;

/** The pack in the form that the engine accepts. */
export const asPack = (files: Files, name: string): PackFiles => ({ name, files });

/** The id in a pack's manifest. */
export const idOf = (files: Files): string => /^\s*id\s*=\s*"([^"]*)"/m.exec(files["pack.toml"] ?? "")?.[1] ?? "my-pack";

/** The game in a pack's manifest. */
export const gameOf = (files: Files): string => /^\s*game\s*=\s*"([^"]*)"/m.exec(files["pack.toml"] ?? "")?.[1] ?? "moon-bots";

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

/** Whether a file belongs to a pack; settings of editors do not. */
const belongs = (path: string): boolean => /\.(toml|rhai|md|txt)$/.test(path) && !/(^|\/)\./.test(path);

/**
 * The pack as one file, `.cwpack`, with a digest: the same as `cardwright pack` writes, which also leaves out other
 * files.
 */
export async function pack(files: Files, name: string): Promise<Uint8Array> {
  const own = Object.fromEntries(Object.entries(files).filter(([path]) => belongs(path)));
  const { base64 } = await bench.call("pack/archive", { pack: asPack(own, name) });
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Reads a pack from one file; a folder that contains everything is removed from the paths. */
export function unpack(bytes: Uint8Array): Files {
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

/** Encodes a pack as part of an address. */
export function link(files: Files): string {
  const text = toLink(deflateSync(strToU8(JSON.stringify(files)), { level: 9 }));
  if (text.length > LINK) throw new Error(`The pack is too large for a link: ${text.length} letters, and at most ${LINK} arrive everywhere. Export it as one file.`);
  return text;
}

/** Decodes a pack from part of an address. */
export function unlink(text: string): Files {
  if (text.length > MOST) throw new Error("the link is too long");
  const packed = fromLink(text);
  const bytes = inflateSync(packed, { out: new Uint8Array(MOST) });
  const found: unknown = JSON.parse(strFromU8(bytes).replace(/\0+$/, ""));
  if (typeof found !== "object" || found === null) throw new Error("there is no pack in the link");
  return taken(Object.entries(found as Files));
}
