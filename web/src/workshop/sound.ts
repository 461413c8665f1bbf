// The part of a pack without errors: a broken card only affects itself.
import type { Checked, Diagnostic } from "cardwright/index.js";
import { cardsOf, valuesOf, without } from "./block.js";
import type { Files } from "./pack.js";

/** A pack without some of its cards. */
export interface Sound {
  files: Files;
  /** The ids of the removed cards. */
  out: string[];
}

/** The file of a diagnostic, from the pack's folder. */
export const fileOf = (one: Diagnostic, pack: string): string => (one.file?.startsWith(`${pack}/`) ? one.file.slice(pack.length + 1) : one.file ?? "");

/** The cards that a line belongs to: the card whose block contains it, or the cards whose script contains it. */
export function cardsAt(files: Files, path: string, line: number): string[] {
  const isScript = path.endsWith(".rhai");
  return Object.entries(files).filter(([file]) => file.endsWith(".toml") && file !== "pack.toml").flatMap(([file, text]) => cardsOf(text).filter(({ place }) => (
    isScript ? valuesOf(text, place)?.["script"] === path : file === path && place.from < line && line <= place.to)).map((one) => one.id));
}

/** The pack without cards that have errors, and without rulings about them; null if an error is outside all cards. */
export function withoutBroken(files: Files, errors: Diagnostic[], pack: string): Sound | null {
  const out = new Set<string>();
  for (const one of errors) {
    const ids = cardsAt(files, fileOf(one, pack), one.line ?? 0);
    if (!ids.length) return null;
    ids.forEach((id) => out.add(id));
  }
  const left: Files = {};
  for (const [path, text] of Object.entries(files)) {
    let kept = text;
    if (path.endsWith(".toml") && path !== "pack.toml") {
      for (let found = cardsOf(kept).find((one) => out.has(one.id)); found; found = cardsOf(kept).find((one) => out.has(one.id))) kept = without(kept, found.place);
    }
    if (path.startsWith("rulings/") && [...out].some((id) => new RegExp(`(^|[^a-z0-9-])${id}([^a-z0-9-]|$)`).test(text))) continue;
    left[path] = kept;
  }
  return { files: left, out: [...out] };
}

/** The usable part of a pack: all of it if it has no errors, otherwise what remains without the broken cards. */
export async function soundOf(files: Files, checked: Checked, pack: string, check: (files: Files) => Promise<Checked>): Promise<Sound | null> {
  let sound: Sound = { files, out: [] };
  // Removing a card can leave another one without something that it needs.
  for (let round = 0; round < 4; round += 1) {
    if (checked.good) return sound;
    const errors = checked.diagnostics.filter((one) => one.severity === "error");
    const less = errors.length ? withoutBroken(sound.files, errors, pack) : null;
    if (!less) return null;
    sound = { files: less.files, out: [...sound.out, ...less.out] };
    checked = await check(sound.files);
  }
  return null;
}
