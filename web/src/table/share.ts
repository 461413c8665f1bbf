// A match as part of an address: the compressed data needed to replay it, without official packs.
import type { Save } from "cardwright/index.js";
import { fromLink, toLink } from "../util.js";

/** The maximum length of a match in a link: some programs cut longer addresses. */
export const LONGEST = 16_000;
/** The maximum size of an unpacked match. */
const UNPACKED = 1_000_000;

/** All bytes of a stream, up to a maximum. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("the match in the link is too large");
    }
  }
  const whole = new Uint8Array(size);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

const through = (bytes: Uint8Array, way: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes as BlobPart]).stream().pipeThrough(way as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);

/** The part of an address with a match and the answer at which it opens; null if it would be too long. */
export async function matchLink(save: Save, at: number): Promise<string | null> {
  const packs = save.packs.filter((pack) => pack.id !== save.game);
  const text = JSON.stringify({ ...save, packs, fingerprints: [] });
  const packed = toLink(await bytesOf(through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")), UNPACKED));
  return packed.length > LONGEST ? null : `#match=${packed}&at=${at}`;
}

const texts = (list: unknown): list is string[] => Array.isArray(list) && list.every((one) => typeof one === "string");

const broken = (): never => {
  throw new Error("the link is not whole");
};

/** Decodes bytes from part of an address; invalid characters are an error. */
const bytesIn = (packed: string): Uint8Array => (/^[\w-]+$/.test(packed) && packed.length % 4 !== 1 ? fromLink(packed) : broken());

/**
 * The match from part of an address; the engine checks each answer when it is replayed. Throws if it is not a match.
 */
export async function linkedMatch(packed: string): Promise<Save> {
  if (packed.length > LONGEST) throw new Error("the link is too long");
  const bytes = await bytesOf(through(bytesIn(packed), new DecompressionStream("deflate-raw")), UNPACKED).catch((error: unknown) => (error instanceof TypeError ? broken() : Promise.reject(error)));
  let found: Partial<Save>;
  try {
    found = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Save>;
  } catch {
    return broken();
  }
  if (typeof found?.game !== "string" || !texts(found.seats) || !texts(found.actions) || !Array.isArray(found.options) || !Array.isArray(found.packs)) throw new Error("there is no match in the link");
  return { ...found, fingerprints: [] } as unknown as Save;
}
