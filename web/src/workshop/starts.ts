// Beginnings: a card, its script and its ruling, as files of a pack that already work.
import type { CardText } from "cardwright/index.js";
import { type Files, gameOf, idOf } from "./pack.js";

/** A kind of card that the page can begin. */
export interface Start {
  kind: string;
  /** What the list calls it. */
  title: string;
  /** The rest of its block in `cards.toml`. */
  lines: (id: string) => string[];
  /** Its script, where it has one. */
  script?: string;
}

const starts: Record<string, Start[]> = {
  "moon-bots": [
    { kind: "weapon", title: "Secret weapon", lines: (id) => ['play = "turn-start"', `script = "scripts/${id}.rhai"`],
      script: "// `me` is the robot of whoever plays it. Ctrl+Space shows what can stand here.\nfn play(me) {\n    gain(me, 1);\n}\n" },
    { kind: "upgrade", title: "Upgrade", lines: (id) => [`script = "scripts/${id}.rhai"`],
      script: "// Damage is about to hit the robot that has this upgrade.\nfn on_struck(me) {\n    reduce(me, fist, 1);\n}\n" },
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

/** The kinds that a pack's game can begin. */
export const startsOf = (files: Files): Start[] => starts[gameOf(files)] ?? [];

/** An id out of a name. */
export const idFrom = (name: string): string => name.toLowerCase().normalize("NFD").replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/** A text inside quotation marks of TOML. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, " "));

/** The files with one card more, the path of the file to write on in, and the card's id. */
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

/** Moments of a turn that a position of Moon-Bots can begin in, each with the word that a weapon's `play` has for it. */
const moments = ["turn-start", "bought", "rolled", "re-rolled", "before-refill", "turn-end"];

/** A position in which the first player can use a card, and others have something to lose; of other games none. */
export function tryOut(card: CardText, game: string): string | undefined {
  if (game === "moon-bots") {
    const play = (card.facts["play"] ?? []) as string[];
    const step = card.kind === "weapon" ? moments.find((one) => play.includes(one)) ?? (play.includes("any") ? "turn-start" : "activate") : "activate";
    const own = card.kind === "weapon" ? [] : ['parts = ["left-hammer", "right-claw"]'].filter(() => card.kind === "upgrade");
    return [`step = "${step}"`, "", "[[robot]]", `${card.kind}s = ["${card.id}"]`, ...own, "", "[[robot]]", 'weapons = ["dodge"]', "", "[[robot]]", 'weapons = ["deflection"]', ""].join("\n");
  }
  if (game !== "robot-empire") return undefined;
  return ['step = "play"', "", "[[player]]", "vault = 10", `hand = ["${card.id}"]`, 'units = ["gearhound", "power-mine"]', "",
    "[[player]]", 'units = ["wire-wolf", "mint"]', ""].join("\n");
}

/** The path of a new ruling about a card. */
export function rulingPath(files: Files, card: string): string {
  const name = card.replace(`${idOf(files)}:`, "").replaceAll(/[^a-z0-9-]/g, "-");
  let path = `rulings/${name}.md`;
  for (let next = 2; path in files; next += 1) path = `rulings/${name}-${next}.md`;
  return path;
}

/** The number of the next ruling that is made of what was played. */
export const rulingNumber = (files: Files): number =>
  1 + Math.max(0, ...Object.entries(files).filter(([path]) => path.startsWith("rulings/")).map(([, text]) => Number(/^# J-(\d{1,6}):/.exec(text)?.[1] ?? 0)));
