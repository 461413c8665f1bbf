// A robot, drawn from its parts. Empty slots are outlines; the shape of a part shows what it does.
import { type SVGTemplateResult, svg } from "lit";
import type { CardText, Robot } from "cardwright/index.js";
import { signsOf } from "./card.js";

type Look = "none" | "fist" | "missile" | "energy" | "other";

function look(card: CardText | undefined, id: string | null): Look {
  if (!id) return "none";
  const signs = card ? signsOf(card) : null;
  const first = signs?.find((one) => !one.bad)?.sign;
  return first === "fist" || first === "missile" || first === "energy" ? first : "other";
}

const head: Record<Look, SVGTemplateResult> = {
  none: svg`<rect x="72" y="22" width="56" height="42" rx="10" class="ghost"/>`,
  fist: svg`<path d="M72 34a12 12 0 0 1 12-12h32a12 12 0 0 1 12 12v18l-8 12H80l-8-12z" class="metal"/><path d="M82 52h36M90 52v8M100 52v8M110 52v8" class="seam"/><circle cx="89" cy="38" r="5" class="lamp"/><circle cx="111" cy="38" r="5" class="lamp"/>`,
  missile: svg`<rect x="72" y="22" width="56" height="42" rx="12" class="metal"/><circle cx="100" cy="42" r="14" class="dark"/><circle cx="100" cy="42" r="7" class="lamp"/><path d="M128 34h14v12h-14" class="metal"/>`,
  energy: svg`<rect x="72" y="24" width="56" height="40" rx="12" class="metal"/><path d="M100 24V10M92 8a9 9 0 0 1 16 0" class="wire"/><rect x="80" y="34" width="40" height="14" rx="7" class="dark"/><circle cx="91" cy="41" r="4" class="lamp"/><circle cx="109" cy="41" r="4" class="lamp"/>`,
  other: svg`<rect x="72" y="22" width="56" height="42" rx="14" class="metal"/><circle cx="89" cy="42" r="6" class="lamp"/><circle cx="111" cy="42" r="6" class="lamp"/>`,
};

const torso: Record<Look, SVGTemplateResult> = {
  none: svg`<path d="M64 76h72l-8 66H72z" class="ghost"/>`,
  fist: svg`<path d="M60 76h80l-9 66H69z" class="metal"/><path d="M76 92h48l-6 34H82z" class="dark"/><path d="M84 100h32M86 110h28M88 120h24" class="seam light"/>`,
  missile: svg`<path d="M60 76h80l-9 66H69z" class="metal"/><rect x="80" y="92" width="16" height="32" rx="5" class="dark"/><rect x="104" y="92" width="16" height="32" rx="5" class="dark"/><path d="M83 103l5-8 5 8zM107 103l5-8 5 8z" class="lamp"/>`,
  energy: svg`<path d="M60 76h80l-9 66H69z" class="metal"/><circle cx="100" cy="108" r="19" class="dark"/><path d="M103 92 90 111h9l-2 13 13-19h-9z" class="lamp"/>`,
  other: svg`<path d="M60 76h80l-9 66H69z" class="metal"/><circle cx="100" cy="106" r="16" class="dark"/><circle cx="100" cy="106" r="7" class="lamp"/>`,
};

/** Drawn for the left side; the right side is mirrored. */
const arm: Record<Look, SVGTemplateResult> = {
  none: svg`<path d="M54 80c-14 4-22 16-24 32l-2 26h18l3-24c1-8 4-14 8-18z" class="ghost"/>`,
  fist: svg`<circle cx="50" cy="88" r="13" class="metal"/><path d="M42 98 32 124" class="limb"/><rect x="12" y="120" width="36" height="32" rx="10" class="metal"/><path d="M21 120v12M30 120v12M39 120v12" class="seam"/>`,
  missile: svg`<circle cx="50" cy="88" r="13" class="metal"/><path d="M42 98 34 114" class="limb"/><path d="M20 108h26v38H20z" class="metal"/><path d="M20 146l13-2 13 2v9H20z" class="dark"/><circle cx="28" cy="150" r="3" class="lamp"/><circle cx="38" cy="150" r="3" class="lamp"/>`,
  energy: svg`<circle cx="50" cy="88" r="13" class="metal"/><path d="M42 98 33 126" class="limb"/><path d="M20 128h24l-4 20H24z" class="metal"/><path d="M33 130l-5 9h6l-3 8 8-11h-6z" class="lamp"/>`,
  other: svg`<circle cx="50" cy="88" r="13" class="metal"/><path d="M42 98 33 126" class="limb"/><path d="M22 128a12 12 0 1 0 22 0" class="wire"/>`,
};

const leg: Record<Look, SVGTemplateResult> = {
  none: svg`<path d="M72 148h20v44H64v-10z" class="ghost"/>`,
  fist: svg`<path d="M82 146v24" class="limb"/><path d="M72 166h22v14H72z" class="metal"/><path d="M58 178h38v16H54c0-8 1-13 4-16z" class="metal"/><path d="M56 190h40" class="seam"/>`,
  missile: svg`<path d="M82 146v16" class="limb"/><path d="M68 160h26l3 22H64z" class="metal"/><path d="M70 182h22l-4 8H74z" class="dark"/><path d="M76 190h10l-5 13z" class="flame"/>`,
  energy: svg`<path d="M82 146v26" class="limb"/><path d="M70 170h22v12H70z" class="metal"/><path d="M60 182h34v12H60z" class="metal"/><path d="M83 156l-6 9h6l-3 8 8-11h-6z" class="lamp"/>`,
  other: svg`<path d="M82 146v28" class="limb"/><path d="M62 176h32v16H58c0-8 1-12 4-16z" class="metal"/>`,
};

const mirror = (part: SVGTemplateResult) => svg`<g transform="translate(200 0) scale(-1 1)">${part}</g>`;

/** The silhouette of a robot; 200 × 206. */
export function robotArt(robot: Robot, cards: Map<string, CardText>, seat: number, words: string): SVGTemplateResult {
  const of = (slot: string): Look => look(cards.get(robot.parts[slot] ?? ""), robot.parts[slot] ?? null);
  return svg`<svg class=${`robot-art seat${seat}${robot.status === "in-play" ? robot.energy > 4 ? "" : " weak" : robot.status === "out" ? " out" : " off"}`} viewBox="0 0 200 206" role="img" aria-label=${words}>
    <ellipse cx="100" cy="197" rx="62" ry="7" class="floor"/>
    <g data-slot="left-leg">${leg[of("left-leg")]}</g><g data-slot="right-leg">${mirror(leg[of("right-leg")])}</g>
    <rect x="92" y="62" width="16" height="16" class="neck"/><rect x="84" y="140" width="32" height="12" rx="5" class="neck"/>
    <g data-slot="torso">${torso[of("torso")]}</g>
    <g data-slot="left-arm">${arm[of("left-arm")]}</g><g data-slot="right-arm">${mirror(arm[of("right-arm")])}</g>
    <g data-slot="head">${head[of("head")]}</g>
  </svg>`;
}

/** The energy track: one bar per energy, up to the robot's maximum. */
export function energyTrack(energy: number, most: number, seat: number): SVGTemplateResult {
  const full = Math.max(most, energy);
  const width = 216 / full;
  return svg`<svg class=${`energy seat${seat}`} viewBox="0 0 216 14" preserveAspectRatio="none" aria-hidden="true">
    ${Array.from({ length: full }, (_, at) => svg`<rect x=${at * width + 1} y="1" width=${width - 2} height="12" rx="2.5" class=${at < energy ? (energy <= 4 ? "low" : "full") : "empty"}/>`)}
  </svg>`;
}

/** A point on the arc of the ring, which is open at the bottom: `share` is from 0 to 1. */
const onRing = (share: number): string => {
  const angle = ((135 + 270 * share) * Math.PI) / 180;
  return `${(24 + 20 * Math.cos(angle)).toFixed(2)} ${(24 + 20 * Math.sin(angle)).toFixed(2)}`;
};

/** Energy as a ring around its number: one segment per energy, up to the robot's maximum. */
export function energyRing(energy: number, most: number, seat: number): SVGTemplateResult {
  const full = Math.max(most, energy);
  const gap = Math.min(0.012, 0.2 / full);
  return svg`<svg class=${`energy-ring seat${seat}`} viewBox="0 0 48 48" aria-hidden="true">
    ${Array.from({ length: full }, (_, at) => svg`<path d=${`M${onRing(at / full + gap)}A20 20 0 0 1 ${onRing((at + 1) / full - gap)}`} class=${at < energy ? (energy <= 4 ? "low" : "full") : "empty"}/>`)}
    <path d="M25.5 37.5 20.5 43.6h3.2l-.9 4 5-6.2h-3.2z" class="bolt"/>
  </svg>`;
}
