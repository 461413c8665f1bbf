// The picture of each game in the lobby, from the same drawings as its table.
import { type TemplateResult, html, nothing, svg } from "lit";
import type { CardText, Robot } from "cardwright/index.js";
import { fighterArt } from "./fighter.js";
import { die, glyph } from "./icons.js";
import { robotArt } from "./robot.js";

const built = (...slots: string[]) => ({ robot: "", status: "in-play", energy: 18, parts: Object.fromEntries(slots.map((slot) => [slot, slot])) }) as unknown as Robot;
const fighter = (id: string, kind: string) => ({ id, kind, facts: {} }) as unknown as CardText;

const hex = (x: number, y: number) => `${x - 22},${y} ${x - 11},${y - 19} ${x + 11},${y - 19} ${x + 22},${y} ${x + 11},${y + 19} ${x - 11},${y + 19}`;
const walker = (x: number, y: number, look: string) => svg`<rect x=${x - 11} y=${y - 9} width="22" height="20" rx="5" class=${look} stroke-width="2"/><path d=${`M${x} ${y - 9}v-5`} class="s-none l-ink" stroke-width="2"/><circle cx=${x - 4.5} cy=${y - 1} r="2.6" class="s-panel l-black"/><circle cx=${x + 4.5} cy=${y - 1} r="2.6" class="s-panel l-black"/>`;

const scenes: Record<string, () => TemplateResult> = {
  "moon-bots": () => html`${robotArt(built("head", "torso", "left-arm", "left-leg", "right-leg", "right-arm"), new Map(), 1, "")}
    <svg viewBox="0 0 60 60" class="prop">${die(5, 2, 4, 30)}${glyph("fist", 30, 30, 28, "var(--seat2)")}</svg>${robotArt({ ...built("head", "torso", "right-leg"), energy: 4 }, new Map(), 2, "")}`,
  "robot-empire": () => html`${[["nova-marshal", "robot", 1], ["rust-swarm", "monster", 2], ["thruster-legs", "robot", 3]].map(([id, kind, seat]) =>
    html`<svg viewBox="0 0 100 66" class=${`seat${seat}`}>${fighterArt(fighter(id as string, kind as string))}</svg>`)}`,
  "robotory": () => html`<svg viewBox="0 0 190 92" class="lit">${[[28, 26], [28, 66], [62, 46], [96, 26], [96, 66], [130, 46], [164, 26], [164, 66]].map(([x, y], at) =>
    svg`<polygon points=${hex(x!, y!)} class=${`${at < 3 ? "s-muted" : "s-white"} l-ink`} stroke-width="2"/>`)}<circle cx="28" cy="66" r="9" class="disc-white"/><circle cx="164" cy="66" r="9" class="disc-black"/>
    ${walker(62, 46, "s-white l-black")}${walker(96, 26, "s-red l-black")}${walker(130, 46, "s-black l-white")}</svg>`,
  "lunar-command": () => html`<svg viewBox="0 0 190 92"><path d=${Array.from({ length: 12 }, (_, at) => `M${at * 16 + 7} 4v84`).join("") + Array.from({ length: 6 }, (_, at) => `M4 ${at * 16 + 6}h182`).join("")} class="s-none l-line"/>
    ${[[23, 22, 64, 16], [23, 70, 64, 16], [23, 38, 16, 32]].map(([x, y, wide, high]) => svg`<rect x=${x} y=${y} width=${wide} height=${high} rx="3" class="s-white l-black" stroke-width="2"/>`)}
    <rect x="87" y="22" width="32" height="32" rx="4" class="s-green l-black" stroke-width="2"/><circle cx="103" cy="38" r="10" class="s-none l-white" stroke-width="3"/><rect x="87" y="54" width="32" height="32" rx="4" class="s-orange l-black" stroke-width="2"/><path d="M103 60l8 16h-16z" class="s-white"/>
    ${[52, 70].map((x) => svg`<path d=${`M${x - 6} 64l3-12h6l3 12z`} class="s-muted l-ink"/><circle cx=${x} cy="49" r="5" class="s-white l-ink"/>`)}<path d="M146 34a9 9 0 0 1 18 0z" class="s-white l-ink"/><rect x="136" y="34" width="38" height="11" rx="5.5" class="s-purple l-ink"/></svg>`,
};

export const scene = (game: string): TemplateResult | typeof nothing => scenes[game]?.() ?? nothing;
