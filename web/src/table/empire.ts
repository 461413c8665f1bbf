// The table of Robot Empire: fighters in rows that face each other, Moons and coins between.
import { type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Choice, EmpireNames, EmpirePlayer, EmpireUnit, Line, RobotEmpire, RobotEmpireAnswer, Table } from "cardwright/index.js";
import { cardName, cardPicture } from "../art/card.js";
import { icon, seatSign } from "../art/icons.js";
import type { Face, Play } from "../play.js";
import { type Mark, type Step, dataOf } from "../show.js";
import { counted } from "../util.js";
import { word } from "../words.js";
import { touchable } from "./touch.js";

const view = (table: Table) => table.view as RobotEmpire;

function named(names: EmpireNames | null | undefined): string[] {
  if (!names) return [];
  if ("unit" in names) return [`unit:${names.unit}`];
  if ("player" in names) return [`player:${names.player}`];
  return [`player:${names.battery}`];
}

/** Events that are not shown by themselves, and those that take longer. */
const weights: Record<string, number> = { "drawn": 0, "draws": 0, "recharges": 0, "discards": 0.2, "turn": 0.6, "battery-hit": 1.3, "destroyed": 1.2, "shown": 1.5 };

/** A Battery that was hit, as the log says it: whose, how much, and what is left. */
const hit = (line: Line) => /^the Battery of player (\d+) loses (\d+): (\d+) left/.exec(line.text)?.slice(1).map(Number);

function step(line: Line, table: Table, cards: Map<string, unknown>): Step {
  const { kind } = dataOf(line);
  const now = structuredClone(view(table));
  const marks: Mark[] = [];
  const [seat, points, left] = hit(line) ?? [];
  if (seat) {
    const player = now.players.find((one) => one.player === seat);
    if (player) player.battery = left!;
    marks.push({ at: `player:${seat}`, look: "hit", text: `−${points}` });
  } else {
    // Cards are named as the log names them; the longest name that fits is meant.
    const about = now.players.flatMap(({ units }) => units).filter((one) => line.text.includes(`player ${one.id.split(":")[0]}'s ${cardName(cards.get(one.card) as never, one.card)}`));
    about.forEach((one) => marks.push({ at: `unit:${one.id}`, look: kind === "destroyed" || kind === "damaged" ? "hit" : "lit" }));
    const who = Number(/\bplayer (\d+)\b/.exec(line.text)?.[1] ?? 0);
    if (!about.length && who) marks.push({ at: `player:${who}`, look: "lit" });
  }
  const named = [...cards.values()].find((card) => line.text.includes(` ${cardName(card as never)} `) || line.text.endsWith(` ${cardName(card as never)}`));
  return { table: { ...table, view: now } as Table, marks, weight: weights[kind] ?? 0.9, sound: seat || kind === "destroyed" ? "hit" : kind === "comes-out" ? "buy" : undefined, card: ["shown", "comes-out", "installed"].includes(kind) ? (named as never) : undefined };
}

export const robotEmpire: Face = {
  seat: (seat) => `Player ${seat}`,
  step,
  turn: (line) => dataOf(line).kind === "turn",
  score: {
    of: "Battery",
    after: (line) => {
      const [seat, points, left] = hit(line) ?? [];
      return seat ? [[seat, left!, left! + points!]] : [];
    },
  },
  recap: (lines, viewer, name) => lines.flatMap((line) => {
    const [seat, points] = hit(line) ?? [];
    return seat ? [seat === viewer ? `−${points} on your Battery` : `${name(seat)} −${points}`] : [];
  }),
  targets(choice: Choice): string[] {
    const answer = choice.answer as RobotEmpireAnswer;
    switch (answer.kind) {
      case "play": case "discard": return [`hand:${answer.card}`];
      case "install": return [`hand:${answer.card}`, `unit:${answer.unit}`];
      case "show": return [`hand:${answer.card}`, ...named(answer.names)];
      case "assemble": return [`hand:${answer.top}`, `hand:${answer.legs}`];
      case "tap": case "fire": return [`unit:${answer.unit}`, ...named(answer.names)];
      case "permanent": case "instant": case "return": case "chain": case "block": case "next": return [`unit:${answer.unit}`];
      case "land": return [`unit:${answer.unit}`, `moon:${answer.moon}`];
      case "moon": return [`moon:${answer.card}`];
      case "attack": return [`player:${answer.player}`];
      default: return [];
    }
  },
  attempts(target: string): string[] {
    const [kind, ...rest] = target.split(":");
    const one = rest.join(":");
    switch (kind) {
      case "hand": return [`play ${one}`, `show ${one}`, `discard ${one}`];
      case "unit": return [`tap ${one}`, `fire ${one}`, `permanent ${one}`, `instant ${one}`, `block ${one}`];
      case "player": return [`attack ${one}`];
      case "moon": return [`moon ${one}`];
      default: return [];
    }
  },
};

function coins(many: number | string, what: string): TemplateResult {
  return html`<span class="coins" title=${what}>${icon("coin", 18)}<b>${many}</b> <span class="muted small">${what}</span></span>`;
}

function unit(play: Play, one: EmpireUnit): TemplateResult {
  const card = play.cards.get(one.card);
  const name = cardName(card, one.card);
  const about = play.question?.about === one.id;
  const says = [`${name}`, `attack ${one.attack_die ? `${one.attack} + 1d6` : one.attack}`, `defence ${one.defence}`, one.damage ? `${one.damage} damage` : "",
    one.ready ? "ready" : "recharging", one.flying ? "flying" : "", one.long_range ? `range ${one.long_range}` : "", one.fight ? `in a fight with ${one.fight}` : ""].filter(Boolean).join(", ");
  const body = html`<span class="unit-name">${name}</span>
    <span class="unit-figures">${icon("sword", 16)}<b>${one.attack_die ? `${one.attack || ""}d6` : one.attack}</b> ${icon("shield", 16)}<b>${one.defence}</b></span>
    <span class="unit-marks small">${one.flying ? icon("wings", 16) : nothing}${one.long_range ? html`${icon("target", 16)}${one.long_range}` : nothing}
      ${one.damage ? html`<span class="bad">−${one.damage}</span>` : nothing}${one.prevented ? html`<span class="good">+${one.prevented}</span>` : nothing}
      ${one.moon ? html`${icon("moon", 16)}` : nothing}${one.new ? html`<span class="muted">new</span>` : nothing}${one.fight ? html`<span class="warn">⚔ ${one.fight}</span>` : nothing}</span>
    ${one.upgrades.length ? html`<span class="small muted">${one.upgrades.map((id) => cardName(play.cards.get(id), id)).join(", ")}</span>` : nothing}`;
  return touchable(play, `unit:${one.id}`, says, body, `unit ${one.ready ? "" : "tapped"} ${about ? "asked" : ""} kind-${card?.kind ?? "robot"}`);
}

function side(play: Play, player: EmpirePlayer, mine: boolean): TemplateResult {
  const rows = [player.units.filter((one) => !one.front), player.units.filter((one) => one.front)];
  const ordered = mine ? [...rows].reverse() : rows;
  const who = mine ? `${play.name(player.player) === play.face.seat(player.player) ? `${word("you")} · ` : ""}${play.name(player.player)}` : `Player ${player.player}${play.chair.seats[player.player - 1] !== "human" ? ` · ${play.chair.seats[player.player - 1]}` : ""}`;
  return html`<section class=${`empire-side seat${player.player} ${view(play.table!).active === player.player ? "active" : ""}`} aria-label=${who}>
    <div class="who"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">${seatSign(player.player)}</svg>
      ${touchable(play, `player:${player.player}`, `${who}, Battery ${player.battery}`, html`<strong>${who}</strong> ${icon("energy", 18)}<b>${player.battery}</b> <span class="muted small">Battery</span>`, "chip")}
      ${coins(player.vault, "Vault")}<span class="muted small">${icon("weapon", 16)} ${player.hand_size}</span>
      ${player.out ? html`<span class="badge off">out</span>` : nothing}</div>
    <div class="unit-rows">${ordered.map((row) => (row.length ? html`<div class=${`unit-row ${row === rows[1] ? "front" : ""}`}>${repeat(row, (one) => one.id, (one) => unit(play, one))}</div>` : nothing))}</div>
    ${!player.units.length ? html`<p class="muted small">no cards on the table</p>` : nothing}
  </section>`;
}

/** The name of a Moon; the second of its kind is called `ferrous.2`. */
const moonName = (play: Play, id: string): string => cardName(play.cards.get(id.replace(/\.\d+$/, "")), id);

/** The whole table. */
export function empireTable(play: Play, prompt: TemplateResult): TemplateResult {
  const { players, chest, deck, moons, waiting, turn } = view(play.table!);
  // Somebody who sees everything looks from the place of whoever is asked.
  const { actor } = play.question!;
  const from = play.chair.viewer === "host" ? (actor.kind === "seat" ? actor.seat : view(play.table!).active) : play.chair.viewer;
  const me = players.find((player) => player.player === from);
  return html`<div class="empire">
    ${players.filter((player) => player !== me).map((player) => side(play, player, false))}
    <section class="empire-middle" aria-label="Moons and the War Chest">
      <span class="muted small">${word("turn")} ${turn}</span>${coins(chest ?? "∞", "War Chest")}<span class="muted small">${deck} cards in the Depot Deck</span>
      ${moons.map(([id, many]) => touchable(play, `moon:${id}`, `${moonName(play, String(id))}, ${many} coins`,
        html`${icon("moon", 18)} ${moonName(play, String(id))} <b>${many}</b>`, "chip"))}
      ${waiting.length ? html`<ol class="waiting small">${waiting.map((one) => html`<li>${one}</li>`)}</ol>` : nothing}
    </section>
    ${me ? side(play, me, true) : nothing}
    ${prompt}
    ${me?.hand ? html`<div class="hand" aria-label=${word("cards")}>${repeat(counted(me.hand), (one) => one.key, ({ id }) => {
      const card = play.cards.get(id);
      return html`<div class="card-box">${touchable(play, `hand:${id}`, `${cardName(card, id)}. ${card?.text ?? ""}`, card ? cardPicture(card) : id, "card")}</div>`;
    })}</div>` : nothing}
  </div>`;
}
