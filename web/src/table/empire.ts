// The table of Robot Empire: fighters in rows that face each other, Moons and coins between.
import { type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { guard } from "lit/directives/guard.js";
import type { CardText, Choice, EmpireNames, EmpirePlayer, EmpireUnit, Line, RobotEmpire, RobotEmpireAction, Table } from "cardwright/index.js";
import { cardName, cardPicture } from "../art/card.js";
import { fighterArt } from "../art/fighter.js";
import { icon, seatSign } from "../art/icons.js";
import { energyTrack } from "../art/robot.js";
import type { Face, Play } from "../play.js";
import { type Mark, type Step, dataOf } from "../show.js";
import { counted } from "../util.js";
import { word } from "../words.js";
import { type Arrow } from "./arrows.js";
import "./arrows.js";
import { touchable } from "./touch.js";

/** A card on the table; while events are shown, one that was just destroyed. */
type Unit = EmpireUnit & { gone?: boolean };
/** The view as it is kept while events are shown. */
type Shown = Omit<RobotEmpire, "players"> & { players: (Omit<EmpirePlayer, "units"> & { units: Unit[] })[] };

const view = (table: Table) => table.view as Shown;

function named(names: EmpireNames | null | undefined): string[] {
  if (!names) return [];
  if ("unit" in names) return [`unit:${names.unit}`];
  if ("player" in names) return [`player:${names.player}`];
  return [`player:${names.battery}`];
}

/** Events that are not shown separately, and those that take longer. */
const weights: Record<string, number> = { "drawn": 0, "draws": 0, "recharges": 0, "discards": 0.2, "turn": 0.6, "battery-hit": 1.3, "destroyed": 1.2, "shown": 1.5 };

/** A Battery that lost coins: its owner, the number of coins lost, and the number left. */
const hit = (line: Line): [seat: number, points: number, left: number] | null => {
  const event = dataOf(line);
  return event.kind === "battery-hit" ? [event["player"], event["points"], event["left"]] : null;
};

const hurts = ["battery-hit", "damaged", "chain-damaged", "destroyed"];
const aims = ["attacks", "fires", "tapped", "shown", "blocks"];

/** What an event is about: a card on the table, or a player. */
const about = (event: Record<string, any>, unit: string, player: string): string | null =>
  event[unit] ? `unit:${event[unit]}` : event[player] ? `player:${event[player]}` : null;

function step(line: Line, table: Table, cards: Map<string, CardText>): Step {
  const event = dataOf(line);
  const { kind } = event;
  const now = structuredClone(view(table));
  // A card that was destroyed is shown once more, and then gone.
  for (const one of now.players) one.units = one.units.filter((each) => !each.gone);
  const player = now.players.find((one) => one.player === event["player"]);
  const own = now.players.flatMap(({ units }) => units).find((one) => one.id === event["unit"]);
  const [here, there] = [about(event, "unit", "player"), about(event, "at_unit", "at_player")];
  const marks: Mark[] = [];
  if (kind === "battery-hit" && player) player.battery = event["left"];
  if (kind === "turn") Object.assign(now, { turn: event["points"], active: event["player"] });
  if (kind === "attacks" && own) own.fight = event["at_unit"] ?? `player ${event["at_player"]}`;
  if (kind === "blocks" && own) own.fight = event["at_unit"];
  if (kind === "damaged" && own) own.damage += event["points"];
  if (kind === "recharges" && own) own.ready = false;
  if (kind === "destroyed" && own) own.gone = true;
  if (kind === "survives" && own) Object.assign(own, { survived: true, damage: 0 });
  if (kind === "comes-out" && player) {
    player.vault -= event["points"] ?? 0;
    player.hand_size -= 1;
    const at = player.hand?.indexOf(event["card"]) ?? -1;
    if (at >= 0) player.hand!.splice(at, 1);
    const unit = newUnit(player, event["card"], cards.get(event["card"]));
    player.units.push(unit);
    marks.push({ at: `unit:${unit.id}`, look: "good", from: `hand:${unit.card}` });
  }
  if (kind === "survives" && here) marks.push({ at: here, look: "stop", text: "survives" });
  else if (here && kind !== "comes-out") marks.push({ at: here, look: hurts.includes(kind) ? "hit" : kind === "prevented" ? "stop" : "lit", ...(hurts.includes(kind) && event["points"] ? { text: `−${event["points"]}` } : kind === "prevented" ? { text: `${event["points"]} stopped` } : {}) });
  if (there && here && aims.includes(kind)) marks.push({ at: there, look: "lit", from: here, flies: kind === "fires" ? "target" : kind === "blocks" ? "shield" : "sword" });
  const sound = hurts.includes(kind) ? "hit" : kind === "comes-out" ? "buy" : kind === "prevented" ? "stop" : /-die$|^rolled$/.test(kind) ? "dice" : undefined;
  return { table: { ...table, view: now } as Table, marks, weight: weights[kind] ?? 0.9, sound, card: ["shown", "comes-out", "installed", "takes-effect"].includes(kind) ? cards.get(event["card"]) : undefined };
}

/** A card that comes out, as far as its own text tells; after the last event, the engine's view replaces it. */
function newUnit(player: Shown["players"][number], id: string, card?: CardText): Unit {
  const facts = (card?.facts ?? {}) as Record<string, number | boolean | undefined>;
  const same = player.units.filter((one) => one.card === id).length;
  return {
    id: `${player.player}:${id}${same ? `.${same + 1}` : ""}`, card: id, attack: Number(facts["attack"] ?? 0), attack_die: Boolean(facts["attack_die"]), defence: Number(facts["defence"] ?? 0), defence_die: false,
    counters: 0, damage: 0, prevented: 0, flying: Boolean(facts["flying"]), long_range: Number(facts["long_range"] ?? 0), ready: true, new: true, front: ["robot", "monster"].includes(card?.kind ?? ""), upgrades: [], fight: null, chain: null,
  };
}

export const robotEmpire: Face = {
  seat: (seat) => `Player ${seat}`,
  step,
  turn: (line) => dataOf(line).kind === "turn",
  repeated: (line, next) => dataOf(line).kind === "draws" && next !== undefined && dataOf(next).kind === "drawn",
  score: {
    of: "Battery",
    after: (line) => {
      const one = hit(line);
      return one ? [[one[0], one[2], one[2] + one[1]]] : [];
    },
    now: (table) => view(table).players.map((player) => player.battery),
  },
  recap: (lines, viewer, name) => lines.flatMap((line) => {
    const one = hit(line);
    return one ? [one[0] === viewer ? `−${one[1]} on your Battery` : `${name(one[0])} −${one[1]}`] : [];
  }),
  targets(choice: Choice): string[] {
    const answer = choice.data as RobotEmpireAction;
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

function unit(play: Play, one: Unit): TemplateResult {
  const card = play.cards.get(one.card);
  const name = cardName(card, one.card);
  const asked = play.question?.about === one.id;
  const more = [...one.upgrades.map((id) => cardName(play.cards.get(id), id)), ...(one.survived ? ["survived"] : [])].join(", ");
  const says = [`${name}`, `attack ${one.attack_die ? `${one.attack} + 1d6` : one.attack}`, `defence ${one.defence}`, one.damage ? `${one.damage} damage` : "",
    one.ready ? "ready" : "recharging", one.flying ? "flying" : "", one.long_range ? `range ${one.long_range}` : "", one.fight ? `in a fight with ${one.fight}` : "", more].filter(Boolean).join(", ");
  const body = html`<span class="unit-art">${card ? guard([card], () => html`<svg viewBox="0 0 100 66">${fighterArt(card)}</svg>`) : nothing}
      <span class="unit-marks small">${one.flying ? icon("wings", 16) : nothing}${one.long_range ? html`<span>${icon("target", 16)}${one.long_range}</span>` : nothing}${one.moon ? icon("moon", 16) : nothing}
        ${one.counters ? html`<span>${icon("coin", 14)}${one.counters}</span>` : nothing}${one.new ? html`<span class="muted">new</span>` : nothing}</span></span>
    <span class="unit-name">${name}</span>
    <span class="unit-figures"><span>${icon("sword", 16)}<b>${dice(one.attack, one.attack_die)}</b></span><span>${icon("shield", 16)}<b>${dice(one.defence, one.defence_die)}</b></span>
      ${one.damage ? html`<span class="bad">−${one.damage}</span>` : nothing}${one.prevented ? html`<span class="good">+${one.prevented}</span>` : nothing}</span>
    ${more ? html`<span class="small muted unit-more">${more}</span>` : nothing}`;
  return touchable(play, `unit:${one.id}`, says, body, `unit ${one.ready ? "" : "tapped"} ${one.gone ? "gone" : ""} ${asked ? "asked" : ""} kind-${card?.kind ?? "robot"}`);
}

/** A number to which 1d6 may be added. */
const dice = (value: number, die: boolean): string => (die ? (value ? `${value}+d6` : "d6") : String(value));

/** Who fights whom, and which Monsters are chained, with the attack of the whole chain. */
export function arrowsOf({ players }: RobotEmpire): Arrow[] {
  const units = players.flatMap((player) => player.units.map((one) => ({ ...one, owner: player.player })));
  const fights = units.filter((one) => one.fight).map((one): Arrow => {
    const attacked = /^player (\d+)$/.exec(one.fight!)?.[1];
    const attacks = attacked || units.find((other) => other.id === one.fight)?.fight === null;
    return { from: `unit:${one.id}`, to: attacked ? `player:${attacked}` : `unit:${one.fight}`, look: attacks ? "attack" : "block" };
  });
  const chains = units.filter((one) => one.chain && one.chain !== one.id).map((one): Arrow => ({ from: `unit:${one.id}`, to: `unit:${one.chain}`, look: "chain" }));
  for (const leader of new Set(chains.map((one) => one.to))) {
    const members = units.filter((one) => `unit:${one.chain}` === leader || `unit:${one.id}` === leader);
    chains.find((one) => one.to === leader)!.text = dice(members.reduce((sum, one) => sum + one.attack, 0), members.some((one) => one.attack_die));
  }
  return [...chains, ...fights];
}

/** The phases of a turn, and the kinds of questions that are asked in each. */
const phases: [name: Parameters<typeof word>[0], kinds: string[]][] = [
  ["phaseStart", ["turn-start"]], ["phasePlay", ["play"]], ["phaseMining", ["before-mining", "mining"]],
  ["phaseCombat", ["before-combat", "fire", "attack", "attackers", "block", "blocks", "order", "mark"]], ["phaseDraw", ["draw", "discard"]], ["phaseEnd", ["turn-end"]],
];
const last = new WeakMap<Play, number>();

/** The phase in which an event happens; others may happen in any. */
const phaseOf: Record<string, number> = { "turn": 0, "comes-out": 1, "installed": 1, "tries": 1, "lands": 2, "returns": 2, "attacks": 3, "blocks": 3, "fires": 3, "battery-hit": 3, "discards": 4 };

/** The current phase: of the event that is shown, or of the question. Cards may ask in any phase; the track then does not move. */
function track(play: Play): TemplateResult {
  const { kind } = play.question!;
  const found = play.now ? phaseOf[dataOf(play.now.line).kind] ?? -1 : phases.findIndex(([, kinds]) => kinds.includes(kind));
  const fighting = view(play.table!).players.some((player) => player.units.some((one) => one.fight));
  const now = found >= 0 ? found : fighting ? 3 : last.get(play) ?? -1;
  last.set(play, now);
  return html`<ol class="phases" aria-label=${word("phases")}>${phases.map(([name], at) => html`<li class=${at < now ? "past" : ""} aria-current=${at === now ? "step" : nothing}>${word(name)}</li>`)}</ol>`;
}

/** What was announced and has not happened yet, in the order in which it will happen: the last one first. */
function announced(waiting: readonly string[]): TemplateResult | typeof nothing {
  return waiting.length ? html`<ol class="waiting" aria-label=${word("waiting")}>${[...waiting].reverse().map((one, at) => html`<li class=${at ? "" : "next"}><b>${at + 1}</b> ${one}</li>`)}</ol>` : nothing;
}

function side(play: Play, player: EmpirePlayer, mine: boolean): TemplateResult {
  const rows = [player.units.filter((one) => !one.front), player.units.filter((one) => one.front)];
  const who = mine ? `${play.name(player.player) === play.face.seat(player.player) ? `${word("you")} · ` : ""}${play.name(player.player)}` : `${play.name(player.player)}${play.chair.seats[player.player - 1] !== "human" ? ` · ${play.chair.seats[player.player - 1]}` : ""}`;
  return html`<section class=${`empire-side seat${player.player} ${mine ? "mine-side" : ""} ${view(play.table!).active === player.player ? "active" : ""}`} aria-label=${who}>
    <div class="who"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">${seatSign(player.player)}</svg>
      ${touchable(play, `player:${player.player}`, `${who}, Battery ${player.battery}`, html`<strong>${who}</strong> ${battery(player)}`, "chip")}
      ${coins(player.vault, "Vault")}<span class="muted small">${icon("weapon", 16)} ${player.hand_size}</span>
      ${player.lasting ? html`<button type="button" class="chip" data-show=${player.lasting}>${cardName(play.cards.get(player.lasting), player.lasting)} · ${word("untilTurnEnd")}</button>` : nothing}
      ${player.out ? html`<span class="badge off">out</span>` : nothing}</div>
    ${player.units.length ? html`<div class="unit-rows">${rows.map((row, at) => (row.length ? html`<div class=${`unit-row ${at ? "front" : "back"}`}>${repeat(row, (one) => one.id, (one) => unit(play, one))}</div>` : nothing))}</div>`
      : html`<p class="muted small no-units">no cards on the table</p>`}
  </section>`;
}

/** A Battery as a bar of coins, readable from a distance, with its number. */
function battery({ battery, player }: EmpirePlayer): TemplateResult {
  return html`<span class="battery" title="Battery">${icon("energy", 18)}${energyTrack(battery, 20, player)}<b>${battery}</b></span>`;
}

/** The name of a Moon; the second of its kind is called `ferrous.2`. */
const moonName = (play: Play, id: string): string => cardName(play.cards.get(id.replace(/\.\d+$/, "")), id);

/** The whole table. */
export function empireTable(play: Play, prompt: TemplateResult): TemplateResult {
  const { players, chest, deck, moons, waiting, turn } = view(play.table!);
  // For a viewer who sees everything, the table is shown from the seat of the player who is asked.
  const { actor } = play.question!;
  const from = play.chair.viewer === "host" ? (actor.kind === "seat" ? actor.seat : view(play.table!).active) : play.chair.viewer;
  const me = players.find((player) => player.player === from);
  return html`<div class="empire">
    ${track(play)}
    ${players.filter((player) => player !== me).map((player) => side(play, player, false))}
    <section class="empire-middle" aria-label="Moons and the War Chest">
      <span class="muted small">${word("turn")} ${turn}</span>${coins(chest ?? "∞", "War Chest")}<span class="muted small">${deck} cards in the Depot Deck</span>
      ${moons.map(([id, many]) => touchable(play, `moon:${id}`, `${moonName(play, String(id))}, ${many} coins`,
        html`${icon("moon", 18)} ${moonName(play, String(id))} <b>${many}</b>`, "chip"))}
    </section>
    ${announced(waiting)}
    ${me ? side(play, me, true) : nothing}
    <cw-arrows aria-hidden="true" .arrows=${arrowsOf(view(play.table!))}></cw-arrows>
    ${prompt}
    ${me?.hand ? html`<div class="hand" aria-label=${word("cards")}>${repeat(counted(me.hand), (one) => one.key, ({ id }) => {
      const card = play.cards.get(id);
      return html`<div class="card-box">${touchable(play, `hand:${id}`, `${cardName(card, id)}. ${card?.text ?? ""}`, card ? cardPicture(card) : id, "card")}</div>`;
    })}</div>` : nothing}
  </div>`;
}
