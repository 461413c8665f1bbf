// The end of a match: who won, the scores during the game, and the turning points.
import { type TemplateResult, html, nothing, svg } from "lit";
import type { MoonBots, RobotEmpire } from "cardwright/index.js";
import { fighterArt, hasFace } from "../art/fighter.js";
import { icon, seatSign } from "../art/icons.js";
import { robotArt } from "../art/robot.js";
import type { Play } from "../play.js";
import { word } from "../words.js";

/** The score of each seat after each line that changed it, as line number and value. */
function curves(play: Play): Map<number, [at: number, value: number][]> {
  const { score } = play.face;
  const found = new Map<number, [number, number][]>();
  play.lines.forEach((line, at) => {
    for (const [seat, value, before] of score?.after(line, play) ?? []) found.set(seat, [...(found.get(seat) ?? [[0, before]]), [at, before], [at, value]]);
  });
  // A score that no longer changed, or never did, is level up to the end.
  const end = play.lines.length - 1;
  if (found.size) score!.now?.(play.table!).forEach((value, at) => found.set(at + 1, [...(found.get(at + 1) ?? [[0, value]]), [end, value]]));
  return found;
}

/** The curves as a picture. */
function curve(play: Play, found: Map<number, [number, number][]>): TemplateResult {
  const most = Math.max(1, ...[...found.values()].flat().map(([, value]) => value));
  const long = Math.max(1, play.lines.length - 1);
  const point = ([at, value]: [number, number]) => [30 + (at / long) * 360, 12 + (1 - value / most) * 96] as const;
  const of = play.face.score!.of;
  const sign = (seat: number) => play.face.sign?.(seat) ?? seat;
  return html`<svg class="curve" viewBox="0 0 400 130" role="img" aria-label=${`${of}: ${[...found].map(([seat, list]) => `${play.name(seat)} ${list.at(-1)![1]}`).join(", ")}`}>
    <path d="M30 12V108H390" class="axis"/><text x="26" y="19" text-anchor="end">${most}</text><text x="26" y="112" text-anchor="end">0</text><text x="34" y="125">${of}</text>
    ${[...found].map(([seat, list]) => {
      const [x, y] = point(list.at(-1)!);
      return svg`<polyline class=${`seat${sign(seat)}`} points=${list.map(point).join(" ")}/>${seatSign(sign(seat), x - 6, y - 6, 12)}`;
    })}
  </svg>`;
}

/** The three events that changed a score most, in their order; of equal ones those that left least. */
function turns(play: Play): string[] {
  const changes = play.lines.flatMap((line, at) => (play.face.score?.after(line, play) ?? []).map(([, value, before]) => ({ at, text: line.text, by: Math.abs(value - before), value })));
  const most = changes.filter((one) => one.by > 1).sort((one, other) => other.by - one.by || one.value - other.value).slice(0, 3);
  return most.sort((one, other) => one.at - other.at).map((one) => play.say(one.text));
}

/** The winner as drawn on the table: the robot, or the strongest fighter; otherwise the sign of the seat. */
function portrait(play: Play, seat: number): TemplateResult {
  const { game, view } = play.table!;
  const robot = game === "moon-bots" && (view as MoonBots).robots.find((one) => one.status === "in-play" && Number.parseInt(one.robot, 10) === seat);
  const units = game === "robot-empire" ? (view as RobotEmpire).players[seat - 1]!.units.toSorted((one, other) => other.attack - one.attack) : [];
  const card = units.map((one) => play.cards.get(one.card)).find((one) => one && hasFace(one));
  const sign = play.face.sign?.(seat) ?? seat;
  return html`<span class=${`portrait seat${sign}`} aria-hidden="true">${robot ? robotArt(robot, play.cards, seat, "")
    : card ? html`<svg viewBox="0 0 100 66">${fighterArt(card)}</svg>` : nothing}<svg class="portrait-sign" viewBox="0 0 14 14">${seatSign(sign)}</svg></span>`;
}

/** The summary of a finished match; `again` and `replay` are functions of the page. */
export function ending(play: Play, act: (what: "again" | "replay" | "share") => void): TemplateResult {
  const { actor } = play.question!;
  const winners = actor.kind === "over" ? actor.winners : [];
  const found = curves(play);
  const points = turns(play);
  const why = play.lines.at(-1)?.text.split(": ")[1];
  return html`<section class="ending" aria-label=${word("over")}>
    ${winners.map((seat) => portrait(play, seat))}
    <h2>${winners.length ? `${winners.map((seat) => play.name(seat)).join(", ")} ${word("won")}` : word("nobodyWon")}</h2>
    ${why ? html`<p class="muted">${play.say(why)}</p>` : nothing}
    ${[...found.values()].some((list) => list.length > 1) ? curve(play, found) : nothing}
    ${points.length ? html`<div><h3>${word("turningPoints")}</h3><ul>${points.map((one) => html`<li class="small">${one}</li>`)}</ul></div>` : nothing}
    ${play.chair.save ? html`<div class="row"><button class="main" @click=${() => act("again")}>${icon("again", 18)}${word("again")}</button>
      <button @click=${() => act("replay")}>${icon("play", 18)}${word("replay")}</button>
      <button @click=${() => act("share")}>${icon("share", 18)}${word("share")}</button></div>` : nothing}</section>`;
}
