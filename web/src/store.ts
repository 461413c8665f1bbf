// Stores what is made in this page in the browser's database: packs of any number and size, and the last matches. Small
// settings stay in `kept` (util.ts), where they can be read before anything is drawn.
import { createStore, del, get, set, update } from "idb-keyval";
import type { Save } from "cardwright/index.js";
import { kept } from "./util.js";
import { type Files, gameOf, idOf } from "./workshop/pack.js";

const database = createStore("cardwright", "work");

/** A stored pack, as shown in the list. */
export interface Label {
  /** Its key in the database; two packs may have the same id. */
  key: string;
  id: string;
  game: string;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
}

/** A stored pack. */
interface Kept {
  files: Files;
  changed: number;
}

/** The latest change of a pack: a draft is written at once, while the database takes a moment. */
interface Draft extends Kept {
  /** Whether these are all the files, or only the edited one. */
  whole: boolean;
}

/** The maximum length of a draft: local storage holds only a few megabytes. */
const DRAFT = 500_000;
/** The drafts of longer packs contain only the edited file, so that typing stays fast. */
const WHOLE = 100_000;

const draftOf = (key: string) => `draft.${key}`;

let last = 0;
/** The time in milliseconds since 1970. It always increases in this page, so that of two changes one is later. */
export const now = () => (last = Math.max(Date.now(), last + 1));

const labelOf = (key: string, { files, changed }: Kept): Label => ({ key, id: idOf(files), game: gameOf(files), changed });

/** Moves data that earlier versions stored elsewhere; each item is deleted there only once it is in the database. */
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
  const only = await get<Save>("match", database);
  if (only) {
    await putMatch(crypto.randomUUID(), only, 0);
    await del("match", database);
  }
}

async function put(key: string, pack: Kept): Promise<void> {
  await set(`pack.${key}`, pack, database);
  await update<Label[]>("packs", (list = []) => [labelOf(key, pack), ...list.filter((one) => one.key !== key)], database);
}

/** Deletes a draft that is now in the database. */
function settle(key: string, changed: number): void {
  const draft = kept.get<Draft | null>(draftOf(key), null);
  if (draft && draft.changed <= changed) kept.drop(draftOf(key));
}

let ready: Promise<void> | undefined;
const opened = () => (ready ??= moveOver());

/** The stored packs. */
export const shelf = {
  /** All stored packs, the last changed first. */
  async list(): Promise<Label[]> {
    await opened();
    const list = (await get<Label[]>("packs", database)) ?? [];
    return list.sort((one, other) => other.changed - one.changed);
  },

  /** A pack with its latest changes, or null if the key does not exist. */
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
   * Stores a pack as it was at the time `changed`; later changes remain a draft. If another tab has changed it since
   * `before`, both are kept, and this one gets a new key. Returns the key that is used. Throws if the browser does not
   * allow storing.
   */
  async keep(key: string, { files, changed }: Kept, before: number): Promise<string> {
    await opened();
    const there = await get<Kept>(`pack.${key}`, database);
    const own = there && there.changed > before ? crypto.randomUUID() : key;
    await put(own, { files, changed });
    settle(key, changed);
    return own;
  },

  /** Writes a draft of a pack at once; `path` is the changed file, if only one was changed. */
  draft(key: string, files: Files, path?: string): void {
    const letters = (of: Files) => Object.values(of).reduce((sum, text) => sum + text.length, 0);
    const whole = path === undefined || letters(files) <= WHOLE;
    const changed = whole ? files : { [path]: files[path] ?? "" };
    if (letters(changed) <= DRAFT) kept.set(draftOf(key), { files: changed, whole, changed: now() } satisfies Draft);
  },

  /** Deletes a pack. */
  async remove(key: string): Promise<void> {
    await opened();
    kept.drop(draftOf(key));
    await del(`pack.${key}`, database);
    await update<Label[]>("packs", (list = []) => list.filter((one) => one.key !== key), database);
  },
};

/** A match as shown in the lobby's list. */
export interface MatchLabel {
  key: string;
  game: string;
  /** The player of each seat. */
  seats: string[];
  /** The number of actions. */
  actions: number;
  /** When it was last played, in milliseconds since 1970. */
  changed: number;
}

/** The key of a match, and when this page last wrote it. */
export type Place = Pick<MatchLabel, "key" | "changed">;

/** The pending writes, which run one after the other. */
let keeping: Promise<void> = Promise.resolve();

/** The maximum number of stored matches; beyond it, those played longest ago are deleted. */
const MATCHES = 12;

async function putMatch(key: string, save: Save, changed: number): Promise<void> {
  await set(`match.${key}`, save, database);
  const label = { key, game: save.game, seats: save.seats, actions: save.actions.length, changed };
  let gone: MatchLabel[] = [];
  await update<MatchLabel[]>("matches", (list = []) => {
    const all = [label, ...list.filter((one) => one.key !== key)];
    gone = all.slice(MATCHES);
    return all.slice(0, MATCHES);
  }, database);
  await Promise.all(gone.map((one) => del(`match.${one.key}`, database)));
}

/** The matches last played in this browser. */
export const matches = {
  /** All stored matches, the last played first. */
  async list(): Promise<MatchLabel[]> {
    await opened();
    return (await get<MatchLabel[]>("matches", database)) ?? [];
  },

  /** A match, or null if the key does not exist. */
  async take(key: string): Promise<Save | null> {
    await opened();
    return (await get<Save>(`match.${key}`, database)) ?? null;
  },

  /** Stores a match. If another tab has continued it meanwhile, both are kept, and this one gets a new key. */
  async keep(place: Place, save: Save): Promise<void> {
    await (keeping = keeping.then(async () => {
      const there = (await matches.list()).find((one) => one.key === place.key);
      if (there && there.changed > place.changed) place.key = crypto.randomUUID();
      place.changed = now();
      await putMatch(place.key, save, place.changed);
    }, () => {}));
  },

  /** Deletes a match. */
  async remove(key: string): Promise<void> {
    await opened();
    await del(`match.${key}`, database);
    await update<MatchLabel[]>("matches", (list = []) => list.filter((one) => one.key !== key), database);
  },
};
