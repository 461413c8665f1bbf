// What is made in this page, kept in the browser's database: packs of any number and size, and the match that was played
// last. Settings of some letters stay in `kept` (util.ts), where they can be read before anything is drawn.
import { createStore, del, get, set, update } from "idb-keyval";
import type { Save } from "cardwright/index.js";
import { kept } from "./util.js";
import { type Files, gameOf, idOf } from "./workshop/pack.js";

const database = createStore("cardwright", "work");

/** A pack on the shelf, as the list shows it. */
export interface Label {
  /** Its place in the database; two packs may bear the same id. */
  key: string;
  id: string;
  game: string;
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
}

/** A pack as it is kept. */
interface Kept {
  files: Files;
  changed: number;
}

/** What was typed last: written at once, while the database takes a moment. */
interface Draft {
  key: string;
  path: string;
  text: string;
  changed: number;
}

/** A file longer than this is not written as a draft: the old store of browsers holds a few megabytes. */
const DRAFT = 500_000;

const labelOf = (key: string, { files, changed }: Kept): Label => ({ key, id: idOf(files), game: gameOf(files), changed });

/** Moves what versions before kept elsewhere; each is forgotten there only once it lies in the database. */
async function moveOver(): Promise<void> {
  const files = kept.get<Files | null>("pack", null);
  if (files && Object.keys(files).length) {
    await put(crypto.randomUUID(), { files, changed: Date.now() });
    kept.drop("pack");
  }
  const save = kept.get<Save | null>("match", null);
  if (save) {
    await set("match", save, database);
    kept.drop("match");
  }
}

async function put(key: string, pack: Kept): Promise<void> {
  await set(`pack.${key}`, pack, database);
  await update<Label[]>("packs", (list = []) => [labelOf(key, pack), ...list.filter((one) => one.key !== key)], database);
}

let ready: Promise<void> | undefined;
const opened = () => (ready ??= moveOver());

/** The packs that are kept. */
export const shelf = {
  /** What there is, changed last first. */
  async list(): Promise<Label[]> {
    await opened();
    const list = (await get<Label[]>("packs", database)) ?? [];
    return list.sort((one, other) => other.changed - one.changed);
  },

  /** A pack with what was typed into it last, or null where there is none of the key. */
  async take(key: string): Promise<Kept | null> {
    await opened();
    const found = await get<Kept>(`pack.${key}`, database);
    if (!found) return null;
    const draft = kept.get<Draft | null>("draft", null);
    if (draft?.key !== key || draft.changed <= found.changed || !(draft.path in found.files)) return found;
    return { files: { ...found.files, [draft.path]: draft.text }, changed: draft.changed };
  },

  /**
   * Keeps a pack. Where another tab has changed it since `before`, both stay: this one goes under a new key. Gives the key
   * and the time that it is kept under. Throws where the browser keeps nothing.
   */
  async keep(key: string, files: Files, before: number): Promise<{ key: string; changed: number }> {
    await opened();
    const there = await get<Kept>(`pack.${key}`, database);
    const own = there && there.changed > before ? crypto.randomUUID() : key;
    const changed = Math.max(Date.now(), before + 1);
    await put(own, { files, changed });
    const draft = kept.get<Draft | null>("draft", null);
    if (draft?.key === key && files[draft.path] === draft.text) kept.drop("draft");
    return { key: own, changed };
  },

  /** Writes down at once what is being typed. */
  draft(key: string, path: string, text: string): void {
    if (text.length <= DRAFT) kept.set("draft", { key, path, text, changed: Date.now() } satisfies Draft);
  },

  /** Throws a pack away. */
  async remove(key: string): Promise<void> {
    await opened();
    await del(`pack.${key}`, database);
    await update<Label[]>("packs", (list = []) => list.filter((one) => one.key !== key), database);
  },
};

/** The match that was played last. */
export const lastMatch = {
  async get(): Promise<Save | null> {
    await opened();
    return (await get<Save>("match", database)) ?? null;
  },
  async set(save: Save): Promise<void> {
    await opened();
    await set("match", save, database);
  },
};

