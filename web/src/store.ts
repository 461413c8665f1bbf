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

/** A pack as it was changed last: written at once, while the database takes a moment. */
interface Draft extends Kept {
  /** Whether these are all the files, or only the one that was typed into. */
  whole: boolean;
}

/** More letters than this are not written as a draft: the old store of browsers holds a few megabytes. */
const DRAFT = 500_000;
/** A pack of more letters than this has only the file that is typed into written as a draft, so that typing stays quick. */
const WHOLE = 100_000;

const draftOf = (key: string) => `draft.${key}`;

let last = 0;
/** The time in milliseconds since 1970; later than every time this page gave before, so that of two changes one is the later. */
export const now = () => (last = Math.max(Date.now(), last + 1));

const labelOf = (key: string, { files, changed }: Kept): Label => ({ key, id: idOf(files), game: gameOf(files), changed });

/** Moves what versions before kept elsewhere; each is forgotten there only once it lies in the database. */
async function moveOver(): Promise<void> {
  const files = kept.get<Files | null>("pack", null);
  if (files && Object.keys(files).length) {
    await put(crypto.randomUUID(), { files, changed: now() });
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

/** Forgets a draft that lies in the database. */
function settle(key: string, changed: number): void {
  const draft = kept.get<Draft | null>(draftOf(key), null);
  if (draft && draft.changed <= changed) kept.drop(draftOf(key));
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

  /** A pack with what was changed in it last, or null where there is none of the key. */
  async take(key: string): Promise<Kept | null> {
    await opened();
    const found = await get<Kept>(`pack.${key}`, database);
    const draft = kept.get<Draft | null>(draftOf(key), null);
    if (!draft || (found && draft.changed <= found.changed) || (!found && !draft.whole)) return found ?? null;
    const pack = { files: draft.whole ? draft.files : { ...found!.files, ...draft.files }, changed: draft.changed };
    await put(key, pack);
    settle(key, pack.changed);
    return pack;
  },

  /**
   * Keeps a pack as it was at the time `changed`; what was typed later stays a draft. Where another tab has changed it since
   * `before`, both stay: this one goes under a new key. Gives the key that it is kept under. Throws where the browser keeps
   * nothing.
   */
  async keep(key: string, { files, changed }: Kept, before: number): Promise<string> {
    await opened();
    const there = await get<Kept>(`pack.${key}`, database);
    const own = there && there.changed > before ? crypto.randomUUID() : key;
    await put(own, { files, changed });
    settle(key, changed);
    return own;
  },

  /** Writes down at once how a pack is now; `path` is the file that was changed, where it is one alone. */
  draft(key: string, files: Files, path?: string): void {
    const letters = (of: Files) => Object.values(of).reduce((sum, text) => sum + text.length, 0);
    const whole = path === undefined || letters(files) <= WHOLE;
    const changed = whole ? files : { [path]: files[path] ?? "" };
    if (letters(changed) <= DRAFT) kept.set(draftOf(key), { files: changed, whole, changed: now() } satisfies Draft);
  },

  /** Throws a pack away. */
  async remove(key: string): Promise<void> {
    await opened();
    kept.drop(draftOf(key));
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

