// What is made in this page, kept in the browser's database: packs of any number and size, and the matches that were
// played last. Settings of some letters stay in `kept` (util.ts), where they can be read before anything is drawn.
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

/** A match on the list, as the lobby shows it. */
export interface MatchLabel {
  key: string;
  game: string;
  /** Who sat where. */
  seats: string[];
  /** How many actions were taken. */
  actions: number;
  /** When it was played last, in milliseconds since 1970. */
  changed: number;
}

/** Where a match is kept, and when this page wrote it last. */
export type Place = Pick<MatchLabel, "key" | "changed">;

/** What is being kept: one after the other. */
let keeping: Promise<void> = Promise.resolve();

/** So many matches are kept; of more, those that were played longest ago go. */
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

/** The matches that were played last in this browser. */
export const matches = {
  /** What there is, played last first. */
  async list(): Promise<MatchLabel[]> {
    await opened();
    return (await get<MatchLabel[]>("matches", database)) ?? [];
  },

  /** A match, or null where there is none of the key. */
  async take(key: string): Promise<Save | null> {
    await opened();
    return (await get<Save>(`match.${key}`, database)) ?? null;
  },

  /** Keeps a match. Where another tab has played it on since, both stay: this one goes to a new place. */
  async keep(place: Place, save: Save): Promise<void> {
    await (keeping = keeping.then(async () => {
      const there = (await matches.list()).find((one) => one.key === place.key);
      if (there && there.changed > place.changed) place.key = crypto.randomUUID();
      place.changed = now();
      await putMatch(place.key, save, place.changed);
    }, () => {}));
  },

  /** Throws a match away. */
  async remove(key: string): Promise<void> {
    await opened();
    await del(`match.${key}`, database);
    await update<MatchLabel[]>("matches", (list = []) => list.filter((one) => one.key !== key), database);
  },
};
