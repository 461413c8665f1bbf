// A card as a picture, from the engine's data: kind and name, when it works, what it does, and its text.
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import type { CardText } from "cardwright/index.js";
import { language } from "../words.js";
import { fighterArt, hasFace } from "./fighter.js";
import { die, glyph } from "./icons.js";

/** Something that a card does, as a symbol with a number. */
export interface Sign {
  sign: string;
  number: string;
  bad?: boolean;
}

/** The name of a card in the reader's language. */
export function cardName(card: CardText | undefined, id = ""): string {
  if (!card) return id;
  return card.names[language()] ?? card.names["en"] ?? Object.values(card.names)[0] ?? card.id;
}

/** The text on a card: the author's text in the reader's language, or the generated one. */
export function cardText(card: CardText): string {
  return card.texts[language()] || card.text || card.texts["en"] || "";
}

const shapes: [RegExp, (number: string) => Sign][] = [
  [/^(\d+) fist damage$/, (number) => ({ sign: "fist", number })],
  [/^(\d+) missile damage$/, (number) => ({ sign: "missile", number })],
  [/^gain (\d+) energy$/, (number) => ({ sign: "energy", number: `+${number}` })],
  [/^lose (\d+) energy$/, (number) => ({ sign: "energy", number: `−${number}`, bad: true })],
];

/** The symbols of a card whose generated text says no more than they do; otherwise null, and the text is shown. */
export function signsOf(card: CardText): Sign[] | null {
  if (card.kind === "upgrade") {
    const { dice, reroll } = card.facts as { dice?: number; reroll?: number };
    if (dice) return [{ sign: "dice", number: `+${dice}` }];
    if (reroll) return [{ sign: "again", number: `${reroll}` }];
    return null;
  }
  const said = /^With [^:]+: (.*)\.$/.exec(card.text)?.[1];
  if (!said) return null;
  const signs = said.split(", then ").map((one) => {
    for (const [shape, make] of shapes) {
      const found = shape.exec(one);
      if (found) return make(found[1]!);
    }
    return null;
  });
  return signs.every((sign) => sign !== null) ? (signs as Sign[]) : null;
}

/** The dice of a condition: any of these groups meets it. */
export function conditionOf(card: CardText): number[][] {
  const given = card.facts["activate"];
  return Array.isArray(given) ? (given as number[][]) : [];
}

const isAnyPair = (groups: number[][]) => groups.length === 6 && groups.every((dice) => dice.length === 2 && dice[0] === dice[1]);

/**
 * The condition as dice, centred on `x` and at most `room` wide. A pair of any face is two blank dice with `=` between.
 */
export function condition(groups: number[][], x: number, y: number, size: number, room = 126): SVGTemplateResult {
  if (isAnyPair(groups)) {
    return svg`${die(0, x - size - 5, y, size)}<text x=${x} y=${y + size / 2 + 4} class="card-mark" text-anchor="middle">=</text>${die(0, x + 5, y, size)}`;
  }
  const gap = 4;
  const shown = groups.slice(0, 6);
  const wide = shown.length > 3 && shown[0]!.length === 1 ? size * 0.8 : size;
  const group = (dice: number[]) => dice.length * wide + (dice.length - 1) * 1;
  const total = shown.reduce((sum, dice) => sum + group(dice), 0) + gap * 1.5 * (shown.length - 1);
  let at = x - total / 2;
  const scale = Math.min(1, room / total);
  const parts = shown.map((dice) => {
    const drawn = dice.map((face, place) => die(face, at + place * (wide + 1), y, wide));
    at += group(dice) + gap * 1.5;
    return drawn;
  });
  if (scale >= 1) return svg`${parts}`;
  return svg`<g transform=${`translate(${x} ${y + size / 2}) scale(${scale}) translate(${-x} ${-(y + size / 2)})`}>${parts}</g>`;
}

/** A row of symbols with numbers, centred on `x`. */
export function signRow(signs: Sign[], x: number, y: number, size: number): SVGTemplateResult {
  const each = size * 2.05;
  const from = x - (each * signs.length) / 2;
  return svg`${signs.map((one, place) => {
    const at = from + place * each;
    return svg`<g class=${`sign sign-${one.sign}${one.bad ? " sign-loss" : ""}`}>
      <text x=${at + size * 0.78} y=${y + size * 0.8} text-anchor="end" class="sign-number" font-size=${size * 0.86}>${one.number}</text>
      ${glyph(one.sign, at + size * 0.86, y, size)}
    </g>`;
  })}`;
}

/** The approximate width of characters relative to the font size; all others are as wide as an `a`. */
const widths: [RegExp, number][] = [[/[ijl.,:;'’|!]/, 0.26], [/[ftr ()I-]/, 0.37], [/[mwMW%—…]/, 0.88], [/[A-Z]/, 0.68], [/[0-9]/, 0.62]];
const wide = (text: string): number => [...text].reduce((sum, letter) => sum + (widths.find(([of]) => of.test(letter))?.[1] ?? 0.57), 0);

/** Breaks a word that is too wide for a line. */
function pieces(word: string, room: number): string[] {
  const found: string[] = [];
  let left = word;
  while (wide(left) > room && left.length > 2) {
    let at = left.length - 1;
    while (at > 1 && wide(`${left.slice(0, at)}-`) > room) at -= 1;
    found.push(`${left.slice(0, at)}-`);
    left = left.slice(at);
  }
  return [...found, left];
}

/**
 * Breaks a text into at most this many lines, each up to `room` times the font size wide; a longer text ends in dots.
 */
export function lines(text: string, room: number, most: number): string[] {
  const found: string[] = [];
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, room))) {
    const last = found.at(-1);
    if (last !== undefined && wide(`${last} ${word}`) <= room) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  if (found.length <= most) return found;
  let end = found[most - 1]!;
  while (wide(`${end}…`) > room) end = end.slice(0, -1);
  return [...found.slice(0, most - 1), `${end}…`];
}

const slotGlyph = (slot: unknown): string =>
  typeof slot !== "string" ? "upgrade" : slot.endsWith("arm") ? "arm" : slot.endsWith("leg") ? "leg" : slot;

function bandOf(card: CardText): [string, string] {
  const facts = card.facts;
  switch (card.kind) {
    case "part": return [slotGlyph(facts["slot"]), String(facts["slot"] ?? "part").replace("-", " ")];
    case "upgrade": return ["upgrade", "upgrade"];
    case "weapon": return ["weapon", "secret weapon"];
    case "robot": case "mega-top": case "mega-legs": return ["head", card.kind.replace("-", " ")];
    case "monster": return ["sword", "monster"];
    case "equipment": return ["gear", "equipment"];
    case "component": return ["upgrade", "component"];
    case "agent": return ["target", "agent"];
    case "super-weapon": return ["missile", "super weapon"];
    case "moon": return ["moon", "moon"];
    default: return ["upgrade", card.kind.replaceAll("-", " ")];
  }
}

/** The numbers of a fighter: its cost, attack and defence, and its abilities. */
function figures(card: CardText, down: number, size: number): SVGTemplateResult | typeof nothing {
  const facts = card.facts as Record<string, any>;
  const cost = facts["cost_die"] ? "1d6" : facts["cost"] ?? (card.kind === "moon" ? facts["landing"] : undefined);
  const attack = facts["attack_die"] ? "1d6" : facts["attack"];
  const some = [["coin", cost], ["sword", attack], ["shield", facts["defence"]]].filter(([, value]) => value !== undefined);
  const can: [string, string][] = [];
  if (facts["flying"]) can.push(["wings", ""]);
  if (facts["long_range"]) can.push(["target", String(facts["long_range"])]);
  if (facts["value"]) can.push(["coin", `×${facts["value"]}`]);
  if (facts["collect"]) can.push(["coin", `+${facts["collect"]}`]);
  if (facts["chaining"]) can.push(["link", ""]);
  if (!some.length && !can.length) return nothing;
  const row = (items: [string, unknown][], y: number, size: number) => {
    const type = (value: unknown) => size * (String(value).length > 2 ? 0.8 : 0.95);
    const room = (value: unknown) => size + 3 + wide(String(value)) * type(value);
    const all = items.reduce((sum, [, value]) => sum + room(value), 0);
    const gap = Math.min(12, (138 - all) / (items.length - 1 || 1));
    let x = 75 - (all + gap * (items.length - 1)) / 2;
    return items.map(([name, value]) => {
      const at = x;
      x += room(value) + gap;
      return svg`${glyph(name, at, y, size)}<text x=${at + size + 3} y=${y + size * 0.82} class="sign-number" font-size=${type(value)}>${value}</text>`;
    });
  };
  return svg`${row(some as [string, unknown][], 60 + down, size)}${row(can, 60 + down + size * 1.4, size - 1)}`;
}

/** Whether a card has abilities that are drawn in a row of their own. */
const able = ({ facts }: CardText): boolean => ["flying", "long_range", "value", "collect", "chaining"].some((fact) => facts[fact]);

/** The facts of a fighter that are drawn; a card with other facts shows its text. */
const drawn = ["number", "cost", "cost_die", "attack", "attack_die", "defence", "ports", "flying", "long_range", "collect", "chaining",
  ...["permanent", "instant"].flatMap((when) => ["cost", "attack", "defence", "flying"].map((what) => `${when}_${what}`))];

/** The effects of coins on a fighter's circles: a ring for a Permanent, a bolt for an Instant, with the price. */
function paid(card: CardText, y: number): SVGTemplateResult {
  const facts = card.facts as Record<string, any>;
  const rows = ["permanent", "instant"].filter((when) => facts[`${when}_cost`] !== undefined);
  return svg`${rows.map((when, at) => {
    const gives: [string, string][] = [["sword", "attack"], ["shield", "defence"], ["wings", "flying"]].filter(([, what]) => facts[`${when}_${what}`]).map(([sign, what]) => [sign!, facts[`${when}_${what}`] === true ? "" : `+${facts[`${when}_${what}`]}`]);
    return svg`<g transform=${`translate(12 ${y + at * 22})`}>${glyph(when === "instant" ? "energy" : "gear", 0, 0, 17)}${glyph("coin", 24, 0, 17)}<text x="43" y="14" class="sign-number" font-size="16">${facts[`${when}_cost`]}</text><text x="60" y="14" font-size="16">→</text>
      ${gives.map(([sign, value], nth) => svg`${glyph(sign, 80 + nth * 36, 0, 17)}<text x=${99 + nth * 36} y="14" class="sign-number" font-size="16">${value}</text>`)}</g>`;
  })}`;
}

const figured = (card: CardText): boolean => !conditionOf(card).length;

/** Whether symbols show everything that a fighter is. */
const isPlain = (card: CardText): boolean => hasFace(card) && Object.keys(card.facts).every((fact) => drawn.includes(fact)) && !card.texts[language()];

/** Whether a card has a text and nothing else. */
const isBare = (card: CardText): boolean => !conditionOf(card).length && !signsOf(card) && !hasFace(card) && figures(card, 0, 17) === nothing;

/** The room for text on a card: the width of a line relative to the size of the type, and the number of lines. */
const roomOn = (card: CardText, large: boolean): [room: number, most: number] =>
  [large ? 7.7 : 9.4, isBare(card) ? (large ? 8 : 9) : hasFace(card) ? (able(card) ? 3 : 4) : !figured(card) ? 5 : able(card) ? 4 : 6];

/** Whether the whole text of a card is on its picture, so that it need not be beside it. */
function isWritten(card: CardText): boolean {
  const [room, most] = roomOn(card, false);
  const text = cardText(card);
  return text !== "" && !signsOf(card) && !isPlain(card) && lines(text, room, Infinity).length <= most;
}

/** An enlarged card: its text is on it or, if that has no room, below it. */
export const cardLarge = (card: CardText): TemplateResult =>
  isWritten(card) ? html`${cardArt(card)}` : html`${cardArt(card, { words: false })}<p>${cardText(card)}</p>`;

/**
 * A card, face up. The drawing is 150 × 210; it scales with its box. On the table its letters are `large`; without
 * `words`, the text is left to whoever shows it beside the card.
 */
export function cardArt(card: CardText, { large = false, words = true } = {}): SVGTemplateResult {
  const [sign, kind] = bandOf(card);
  const groups = conditionOf(card);
  const signs = signsOf(card);
  const text = cardText(card);
  const name = lines(cardName(card), 6.6, 2);
  const faced = hasFace(card);
  const plain = isPlain(card);
  const pays = plain && ["permanent_cost", "instant_cost"].some((fact) => card.facts[fact] !== undefined);
  const bare = isBare(card);
  // The symbols say everything; the text is for cards without symbols.
  const long = signs || plain || !words ? [] : lines(text, ...roomOn(card, large));
  // A face leaves room for more than two lines.
  const small = faced && long.length > 2;
  const middle = signs
    ? svg`${groups.length ? condition(groups, 75, 72, 34) : nothing}${signRow(signs, 75, groups.length ? 130 : 104, [40, 40, 32, 22][signs.length] ?? 16)}`
    : groups.length ? condition(groups, 75, 58, 24) : svg`${faced ? (small ? fighterArt(card, 45, 49, 60) : pays || !plain ? fighterArt(card, 27, 50, 96) : fighterArt(card, 17, 52, 116)) : nothing}${figures(card, !faced ? 0 : small ? 33 : pays || !plain ? 58 : 82, faced ? 20 : 17)}${pays ? paid(card, 165) : nothing}`;
  const [step, type] = large ? [18, "card-text on-table"] : [15, "card-text"];
  return svg`<svg class=${`card-art kind-${card.kind}`} viewBox="0 0 150 210" role="img" aria-label=${`${cardName(card)}, ${kind}. ${text}`}>
    <rect x="1" y="1" width="148" height="208" rx="11" class="card-paper"/>
    <path d="M1 12A11 11 0 0 1 12 1H138A11 11 0 0 1 149 12V46H1Z" class="card-band"/>
    ${glyph(sign, 9, 12, 22)}
    ${name.map((line, at) => svg`<text x="37" y=${(name.length > 1 ? 20 : 28) + at * 15} class="card-name">${line}</text>`)}
    ${middle}
    ${bare && !words ? glyph(sign, 43, 84, 64) : nothing}
    ${long.map((line, at) => svg`<text x="11" y=${(bare ? 66 : faced ? (small ? (able(card) ? 160 : 134) : large ? 175 : 177) : !figured(card) ? 108 : able(card) ? 132 : 106) + at * step} class=${type}>${line}</text>`)}
    ${Number(card.facts["extra_cost"] ?? 0) > 0 ? svg`<circle cx="20" cy="191" r="13" class="card-cost"/><text x="19.5" y="196.5" text-anchor="middle" class="card-cost-text">+${String(card.facts["extra_cost"])}</text>` : nothing}
    ${card.reconstructed ? svg`<path d="M126 203h12a7 7 0 0 0 7-7v-12" class="card-dotted"/>` : nothing}
  </svg>`;
}

/** A card on the table, in large type; it is redrawn only if the card or the language changes. */
export const cardPicture = (card: CardText) => guard([card, language()], () => cardArt(card, { large: true }));

/** A card, face down. */
export function cardBack(): SVGTemplateResult {
  return svg`<svg class="card-art" viewBox="0 0 150 210" role="img" aria-label="secret weapon, face down">
    <rect x="1" y="1" width="148" height="208" rx="11" class="back-paper"/>
    <rect x="11" y="11" width="128" height="188" rx="6" class="back-frame"/>
    ${[0, 1, 2, 3, 4, 5].map((at) => svg`<path d=${`M${20 + at * 22} 190 ${20 + at * 22 + 14} 20`} class="back-line"/>`)}
    <circle cx="75" cy="105" r="30" class="back-disc"/>
    <g class="back-sign">${glyph("weapon", 55, 85, 40)}</g>
  </svg>`;
}

/** The description of a card, for a sheet. */
export function cardWords(card: CardText): TemplateResult {
  const written = isWritten(card);
  return html`<div class="stack"><div class="card-show">${cardArt(card, { words: written })}</div>
    ${written && cardText(card) === card.text ? nothing : html`<p>${card.text || html`<span class="muted">Its figures say it all.</span>`}</p>`}
    ${(card.texts[language()] || card.texts["en"]) && !(written && card.texts[language()]) ? html`<p class="muted small">As printed: ${card.texts[language()] ?? card.texts["en"]}</p>` : nothing}
    <p class="muted small mono">${card.id} · ${card.pack}/${card.file}:${card.line}${card.reconstructed ? " · a figure of it is reconstructed" : ""}</p></div>`;
}
