// Templates: a card, its script and its ruling, as files of a pack that already work.
import type { CardText } from "cardwright/index.js";
import type { Lexicon } from "./lexicon.js";
import { type Files, gameOf, idOf } from "./pack.js";

/** A kind of card for which the page has a template. */
export interface Start {
  kind: string;
  /** Its name in the list. */
  title: string;
  /** The rest of its block in `cards.toml`. */
  lines: (id: string) => string[];
  /** Its script, if it has one. */
  script?: string;
}

const starts: Record<string, Start[]> = {
  "moon-bots": [
    { kind: "weapon", title: "Secret weapon", lines: (id) => ['play_in = "turn-start"', `script = "scripts/${id}.rhai"`],
      script: "// `me` is the robot of whoever plays it. Ctrl+Space shows what can stand here.\nfn play(me) {\n    gain(me, 1);\n}\n" },
    { kind: "upgrade", title: "Upgrade", lines: (id) => [`script = "scripts/${id}.rhai"`],
      script: "// Damage is about to hit the robot that has this upgrade.\nfn before_damage(me) {\n    reduce(me, fist, 1);\n}\n" },
    { kind: "part", title: "Robot part", lines: () => ['slot = "head"', "activate = { any = [1, 6] }", "effect = [{ energy = 1 }]"] },
  ],
  "robot-empire": [
    { kind: "agent", title: "Agent", lines: (id) => ["cost = 0", `script = "scripts/${id}.rhai"`],
      script: "// `me` is the player who shows it. Ctrl+Space shows what can stand here.\nfn play(me) {\n    bank(me, 1);\n}\n" },
    { kind: "super-weapon", title: "Super Weapon", lines: (id) => ["cost = 2", 'names = "opponents-fighter"', `script = "scripts/${id}.rhai"`],
      script: "// `named` is the fighter that was named.\nfn play_on(me, named) {\n    damage(named, 1);\n}\n" },
    { kind: "robot", title: "Robot", lines: () => ["cost = 1", "attack = 1", "defence = 1"] },
  ],
};

/**
 * The kinds offered for a pack's game: first those with a template, then all other dealt kinds with their required
 * keys.
 */
export function startsOf(files: Files, lexicon: Lexicon | null): Start[] {
  const own = starts[gameOf(files)] ?? [];
  const others = (lexicon?.kinds ?? []).filter((kind) => !own.some((one) => one.kind === kind.name) && !kind.about.includes("is not dealt"));
  return [...own, ...others.map((kind) => ({ kind: kind.name, title: kind.name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()), lines: () => kind.facts.filter((fact) => fact.needed).map((fact) => fact.example) }))];
}

/** The position of a ruling, and its number of players. */
export function positionOf(ruling: string): { position: string; players: number } | null {
  const position = /^## Position\s*```toml\n([\s\S]*?)```/m.exec(ruling)?.[1];
  return position === undefined ? null : { position, players: Number(/^- players: (\d)/m.exec(ruling)?.[1] ?? 0) };
}

/** Makes an id from a name. */
export const idFrom = (name: string): string => name.toLowerCase().normalize("NFD").replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/** Escapes a text for a TOML string. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, " "));

/** The files with one more card, the path of the file to edit, and the card's id. */
export function withCard(files: Files, start: Start, name: string, says = ""): { files: Files; path: string; id: string } {
  const path = "cards.toml" in files ? "cards.toml" : Object.keys(files).find((one) => one.endsWith(".toml") && one !== "pack.toml") ?? "cards.toml";
  const taken = (id: string) => (files[path] ?? "").includes(`id = "${id}"`) || `scripts/${id}.rhai` in files;
  const wanted = idFrom(name) || "new-card";
  let id = wanted;
  for (let next = 2; taken(id); next += 1) id = `${wanted}-${next}`;
  const block = ["[[card]]", `id = "${id}"`, `kind = "${start.kind}"`, `name = { en = ${quoted(name || "New Card")} }`,
    `text = { en = ${quoted(says || "What it does, in your own words.")} }`, "copies = 1", ...start.lines(id)].join("\n");
  const before = (files[path] ?? "").trimEnd();
  return {
    id, path: start.script ? `scripts/${id}.rhai` : path,
    files: { ...files, [path]: `${before}${before ? "\n\n" : ""}${block}\n`, ...(start.script ? { [`scripts/${id}.rhai`]: start.script } : {}) },
  };
}

/** The moments of a Moon-Bots turn in which a position can start, each with its word in a weapon's `play_in`. */
const moments = ["turn-start", "bought", "rolled", "re-rolled", "before-refill", "turn-end"];

/** The functions of an upgrade or part that respond to actions of other players. */
const waits = /\bfn (on_(damage_taken|damaged|struck|lost|foe_\w+|fall|fallen|any_\w+|weapon_played|play)|before_\w+)\b/;

/**
 * A position in which the first player can use a card, and others have something to lose; undefined for other games. A
 * card whose script responds to others belongs to one player while another one is about to attack.
 */
export function tryOut(card: CardText, game: string, script = ""): string | undefined {
  if (game === "moon-bots" && card.kind !== "weapon" && waits.test(script)) {
    return ['step = "activate"', "active = 2", "", "[[robot]]", `${card.kind}s = ["${card.id}"]`, "", "[[robot]]", 'parts = ["left-hammer", "right-claw"]', "", "[[robot]]", "", "[[robot]]", ""].join("\n");
  }
  if (game === "moon-bots") {
    const play = (card.facts["play_in"] ?? []) as string[];
    const step = card.kind === "weapon" ? moments.find((one) => play.includes(one)) ?? (play.includes("any") ? "turn-start" : "activate") : "activate";
    const own = card.kind === "weapon" ? [] : ['parts = ["left-hammer", "right-claw"]'].filter(() => card.kind === "upgrade");
    return [`step = "${step}"`, "", "[[robot]]", `${card.kind}s = ["${card.id}"]`, ...own, "", "[[robot]]", 'weapons = ["dodge"]', "", "[[robot]]", 'weapons = ["deflection"]', ""].join("\n");
  }
  if (game !== "robot-empire") return undefined;
  return ['step = "play"', "", "[[player]]", "vault = 10", `hand = ["${card.id}"]`, 'units = ["gearhound", "power-mine"]', "",
    "[[player]]", 'units = ["wire-wolf", "mint"]', ""].join("\n");
}

/** The script of a card, from its pack's files. */
export const scriptOf = (files: Files, card: CardText): string => files[`scripts/${card.id.replace(/^[^:]*:/, "")}.rhai`] ?? "";

/** The path of a new ruling about a card. */
export function rulingPath(files: Files, card: string): string {
  const name = card.replace(`${idOf(files)}:`, "").replaceAll(/[^a-z0-9-]/g, "-");
  let path = `rulings/${name}.md`;
  for (let next = 2; path in files; next += 1) path = `rulings/${name}-${next}.md`;
  return path;
}

/** The number of the next ruling made from a game. */
export const rulingNumber = (files: Files): number =>
  1 + Math.max(0, ...Object.entries(files).filter(([path]) => path.startsWith("rulings/")).map(([, text]) => Number(/^# J-(\d{1,6}):/.exec(text)?.[1] ?? 0)));
