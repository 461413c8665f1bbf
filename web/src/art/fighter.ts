// Faces of Robot Empire's cards, drawn from a few shapes that are selected by the card's kind and id.
import { type SVGTemplateResult, nothing, svg } from "lit";
import type { CardText } from "cardwright/index.js";
import { glyph } from "./icons.js";

/** A number derived from a card's id, the same on every machine. */
const seedOf = (id: string): number => [...id].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);

const pick = <T>(list: readonly T[], seed: number, nth: number): T => list[Math.floor(seed / 7 ** nth) % list.length]!;

const heads = [
  svg`<rect x="26" y="14" width="48" height="40" rx="9"/>`,
  svg`<path d="M24 24 36 12h28l12 12v22l-10 10H34L24 46z"/>`,
  svg`<path d="M26 56V34a24 24 0 0 1 48 0v22z"/>`,
  svg`<path d="M30 12h40l8 18-8 26H30l-8-26z"/>`,
];
const eyes = [
  svg`<circle cx="40" cy="32" r="5"/><circle cx="60" cy="32" r="5"/>`,
  svg`<rect x="32" y="27" width="36" height="9" rx="4.5"/>`,
  svg`<circle cx="50" cy="32" r="9"/>`,
  svg`<path d="M33 29l13 4-13 5zM67 29l-13 4 13 5z"/>`,
];
const mouths = [svg`<path d="M39 46h22"/>`, svg`<path d="M38 44v6M46 44v6M54 44v6M62 44v6"/>`, svg`<path d="M40 44l5 5 5-5 5 5 5-5"/>`];
const tops = [svg`<path d="M50 13V4M46 3h8"/>`, svg`<path d="M28 20 18 8M72 20 82 8"/>`, svg`<path d="M20 30v14M80 30v14"/>`, svg`<path d="M38 13l4-9 8 7 8-7 4 9"/>`];
const bodies = [
  svg`<path d="M22 58c-4-28 8-46 28-46s32 18 28 46c-8-4-12 2-18-1-6 4-14 4-20 0-6 3-10-3-18 1z"/>`,
  svg`<path d="M18 56c0-14 8-18 10-28 2-12 12-17 22-17s20 5 22 17c2 10 10 14 10 28z"/>`,
  svg`<path d="M24 20c10-12 42-12 52 0 8 10 6 28-6 36H30c-12-8-14-26-6-36z"/>`,
];
const horns = [svg`<path d="M30 18 18 4l4 20zM70 18 82 4l-4 20z"/>`, svg`<path d="M40 12 36 1l10 9zM60 12l4-11-10 9z"/>`, svg`<path d="M24 30 8 26l14 12zM76 30l16-4-14 12z"/>`];
const stares = [
  svg`<circle cx="50" cy="30" r="9"/>`,
  svg`<circle cx="39" cy="28" r="5"/><circle cx="61" cy="28" r="5"/>`,
  svg`<circle cx="36" cy="30" r="4"/><circle cx="50" cy="24" r="5"/><circle cx="64" cy="30" r="4"/>`,
];
const jaws = [svg`<path d="M34 43h32l-4 8-4-8-4 8-4-8-4 8-4-8-4 8z"/>`, svg`<path d="M36 42q14 14 28 0l-4 8-5-3-5 4-5-4-5 3z"/>`];

function robot(seed: number, mega: boolean): SVGTemplateResult {
  return svg`<g class="wire">${pick(tops, seed, 3)}</g>
    ${mega ? svg`<path d="M2 60V44l18-8 6 24zM98 60V44l-18-8-6 24z" class="metal"/>` : nothing}
    <path d="M14 66q4-10 24-10h24q20 0 24 10z" class="dark"/>
    <g class="metal">${pick(heads, seed, 0)}</g><g class="lamp">${pick(eyes, seed, 1)}</g><g class="seam">${pick(mouths, seed, 2)}</g>`;
}

function monster(seed: number): SVGTemplateResult {
  return svg`<g class="dark">${pick(horns, seed, 1)}</g><g class="hide">${pick(bodies, seed, 0)}</g>
    <g class="lamp">${pick(stares, seed, 2)}</g><g class="teeth">${pick(jaws, seed, 3)}</g>`;
}

const signs: Record<string, string> = { equipment: "gear", component: "upgrade", agent: "target", moon: "moon" };

/** The face of a card: a robot's, a monster's, or the sign of its kind; 100 × 66, with its upper left corner at `x`, `y`. */
export function fighterArt(card: CardText, x = 0, y = 0, width = 100): SVGTemplateResult {
  const seed = seedOf(card.id);
  const kind = card.kind;
  const body = kind === "monster" ? monster(seed) : kind === "robot" || kind.startsWith("mega") ? robot(seed, kind !== "robot")
    : svg`<path d="M16 60h68l-8-14H24z" class="dark"/><circle cx="50" cy="32" r="24" class="metal"/>${glyph(signs[kind] ?? "missile", 33, 15, 34)}`;
  return svg`<svg x=${x} y=${y} width=${width} height=${(width * 66) / 100} viewBox="0 0 100 66" class=${`fighter is-${kind}`} aria-hidden="true">${body}</svg>`;
}

/** Whether a card has its own face. */
export const hasFace = (card: CardText): boolean => ["robot", "monster", "equipment"].includes(card.kind) || card.kind.startsWith("mega");
