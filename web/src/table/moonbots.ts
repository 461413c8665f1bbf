// The table of Moon-Bots.
import { type TemplateResult, html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { CardText, MoonBots, Robot } from "cardwright/index.js";
import { cardBack, cardName, cardPicture, condition, conditionOf, signRow, signsOf } from "../art/card.js";
import { die, icon, seatSign } from "../art/icons.js";
import { energyRing, robotArt } from "../art/robot.js";
import type { Play } from "../play.js";
import { counted } from "../util.js";
import { word } from "../words.js";
import { owner } from "./moonbots-face.js";
import { touchable } from "./touch.js";

const slots = ["left-arm", "head", "right-arm", "left-leg", "torso", "right-leg"];
const usual = 18;

const view = (play: Play) => play.table!.view as MoonBots;
const name = (play: Play, id: string) => cardName(play.cards.get(id), id);

const back = guard([], cardBack);

/** The robot, redrawn only if its parts or its state change. */
const robotPicture = (play: Play, robot: Robot, seat: number, words: string) =>
  guard([...slots.map((slot) => robot.parts[slot]), robot.status, robot.energy > 4, seat, words, play.cards], () => robotArt(robot, play.cards, seat, words));

/** What a robot is called: like its player, if that player has a chosen name and no second robot. */
function robotName(play: Play, robot: string): string {
  const name = play.name(owner(robot));
  return name === play.face.seat(owner(robot)) ? `Robot ${robot}` : `${name}${view(play).players === 2 ? ` ${robot}` : ""}`;
}

/** Who somebody is, in words. */
export function whoIs(play: Play, robot: Robot): string {
  const seat = owner(robot.robot);
  const who = play.chair.seats[seat - 1];
  const named = play.name(seat) !== play.face.seat(seat);
  const called = robotName(play, robot.robot);
  if (seat === play.chair.viewer) return named ? called : `${word("you")} · ${called}`;
  return `${called}${who && who !== "human" ? ` · ${who}` : ""}`;
}

function upgrades(play: Play, robot: Robot): TemplateResult {
  const seen = new Map<string, number>();
  robot.upgrades.forEach((id) => seen.set(id, (seen.get(id) ?? 0) + 1));
  return html`<ul class="chips" aria-label=${word("upgrades")}>${[...seen].map(([id, many]) => {
    const label = `${many > 1 ? `${many} × ` : ""}${name(play, id)}`;
    return html`<li>${play.state(`card:${id}`) ? touchable(play, `card:${id}`, label, label, "chip")
      : html`<button type="button" class="chip" title=${label} data-show=${id}><span>${label}</span></button>`}</li>`;
  })}</ul>`;
}

function standing(play: Play, robot: Robot): TemplateResult {
  const seat = owner(robot.robot);
  const most = robot.cap ?? usual;
  const other = whoIs(play, robot).split(" · ");
  const [who, bot] = seat === play.chair.viewer ? [other.join(" · ")] : other;
  const hit = view(play).pending.filter((one) => one.robot === robot.robot);
  return html`
    <div class="who"><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">${seatSign(seat)}</svg>
      <strong>${who}${bot ? html`<span class="bot"> · ${bot}</span>` : nothing}</strong>
      ${view(play).active === robot.robot && !play.over ? html`<span class="badge">${word("turn")}</span>` : nothing}
      ${robot.status !== "in-play" ? html`<span class="badge off">${robot.status === "out" ? "out" : "switched off"}</span>` : nothing}
      <span class="energy-number" title=${word("energy")}>${guard([robot.energy, most, seat], () => energyRing(robot.energy, most, seat))}<b>${robot.energy}</b><span class="sr">${word("energy")}</span></span>
    </div>
    ${hit.length ? html`<div class="incoming" role="status">${hit.map((one) => html`<span>${icon(one.damage === "fist" || one.damage === "missile" ? one.damage : "energy", 16)} ${one.points} ${one.damage}</span>`)}</div>` : nothing}`;
}

function opponent(play: Play, robot: Robot): TemplateResult {
  const seat = owner(robot.robot);
  const parts = slots.filter((slot) => robot.parts[slot]).map((slot) => name(play, robot.parts[slot]!)).join(", ");
  const words = `${whoIs(play, robot)}: ${parts || "no parts"}`;
  return html`<section class=${`opponent seat${seat} ${view(play).active === robot.robot ? "active" : ""}`} aria-label=${whoIs(play, robot)}>
    ${standing(play, robot)}
    <div class="opponent-body">
      ${touchable(play, `robot:${robot.robot}`, words, robotPicture(play, robot, seat, words), "robot")}
      <div class="opponent-side">
        <div class="facts"><span title="dice">${icon("dice", 16)} ${robot.dice}</span>
          <span title="secret weapons">${icon("weapon", 16)} ${robot.weapons}</span></div>
        ${robot.known_weapons.length ? html`<div class="small muted">${robot.known_weapons.map((id) => name(play, id)).join(", ")}</div>` : nothing}
        <ul class="part-list">${slots.filter((slot) => robot.parts[slot]).map((slot) => partLine(play, robot.parts[slot]!))}</ul>
      </div>
    </div>
    ${upgrades(play, robot)}
  </section>`;
}

/** A part in one line: when it works and what it does. */
function partLine(play: Play, id: string): TemplateResult {
  const card = play.cards.get(id);
  return html`<li><button type="button" class="part-line" data-show=${id}><span class="sr">${card ? `${cardName(card)}. ${card.text}` : id}</span>
    ${guard([card ?? id], () => (card ? html`<svg viewBox="0 0 150 22" aria-hidden="true">${condition(conditionOf(card), 45, 3, 16, 82)}${signRow(signsOf(card) ?? [], 118, 3, 15)}</svg>` : id))}
  </button></li>`;
}

/** A slot of a robot that can be used: the part in it, or an outline. */
function slotTile(play: Play, robot: Robot, slot: string): TemplateResult {
  const id = robot.parts[slot];
  const used = view(play).used.includes(slot) && view(play).active === robot.robot;
  const words = slot.replace("-", " ");
  const card = id ? play.cards.get(id) : undefined;
  if (!id) return html`<div class="slot empty" aria-label=${`${words}: empty`} role="img"><span>${icon(slot.endsWith("arm") ? "arm" : slot.endsWith("leg") ? "leg" : slot, 18)}</span>${words}</div>`;
  const body = html`<span class="slot-name">${name(play, id)}</span>${guard([card], () => tileArt(card))}`;
  return touchable(play, `slot:${robot.robot}:${slot}`, `${words}: ${name(play, id)}. ${card?.text ?? ""}${used ? " Used in this turn." : ""}`, body, `slot${used ? " used" : ""}`);
}

function tileArt(card: CardText | undefined): TemplateResult {
  if (!card) return html``;
  const signs = signsOf(card);
  return html`<svg viewBox=${signs ? "0 0 150 54" : "0 0 150 26"} aria-hidden="true">${condition(conditionOf(card), 75, 2, 22)}
    ${signs ? signRow(signs, 75, 31, signs.length > 2 ? 16 : 20) : nothing}</svg>${signs ? nothing : html`<span class="slot-text">${card.text}</span>`}`;
}

/** The abilities that every robot has without parts: any place named in answers that is not a slot. */
function builtIn(play: Play, robot: Robot): unknown {
  const base = [...play.cards.values()].filter((card) => card.kind === "base");
  const named = new Set(base.map((card) => card.id));
  play.question!.choices.forEach((choice) => {
    const answer = choice.data as { kind: string; place?: string };
    if (answer.kind === "use" && answer.place && !slots.includes(answer.place)) named.add(answer.place);
  });
  return [...named].map((id) => {
    const choice = play.question!.choices.find((one) => (one.data as { place?: string }).place === id);
    const target = `slot:${robot.robot}:${id}`;
    const words = play.cards.get(id)?.text ?? choice?.text ?? id;
    // The engine lists no card for these; its answer has the name: "use Punch with 1: …".
    const called = play.cards.has(id) ? name(play, id) : choice?.text.split(":")[0]!.replace(/^use /, "") ?? id;
    return touchable(play, target, words, html`<span>${called}</span>`, "slot built-in");
  });
}

function hand(play: Play, robot: Robot): TemplateResult {
  const hidden = robot.weapons - robot.known_weapons.length;
  return html`<div class="hand" aria-label=${word("hand")}>
    ${robot.weapons === 0 ? html`<p class="muted small">${word("noHand")}</p>` : nothing}
    ${repeat(counted(robot.known_weapons), (one) => one.key, ({ id }) => {
      const card = play.cards.get(id);
      return html`<div class="card-box">${touchable(play, `weapon:${robot.robot}:${id}`, `${name(play, id)}. ${card?.text ?? ""}`, card ? cardPicture(card) : id, "card")}</div>`;
    })}
    ${Array.from({ length: Math.max(0, hidden) }, () => html`<div class="card-box">${back}</div>`)}
  </div>`;
}

function own(play: Play, robot: Robot): TemplateResult {
  const seat = owner(robot.robot);
  const words = `${whoIs(play, robot)}, ${robot.energy} ${word("energy")}`;
  return html`<section class=${`own seat${seat} ${view(play).active === robot.robot ? "active" : ""}`} aria-label=${whoIs(play, robot)}>
    <div class="own-head">${standing(play, robot)}${upgrades(play, robot)}</div>
    <div class="own-body">
      ${touchable(play, `robot:${robot.robot}`, words, robotPicture(play, robot, seat, words), "robot")}
      <div class="slots">${slots.map((slot) => slotTile(play, robot, slot))}<div class="built-ins">${builtIn(play, robot)}</div></div>
      ${hand(play, robot)}
    </div>
  </section>`;
}

const rows: [string, number][] = [["bottom", 0], ["middle", 1], ["top", 2]];

function market(play: Play): TemplateResult {
  const place = (at: string) => {
    const id = view(play).market[at];
    const target = `market:${at}`;
    if (!id) return html`<div class="card-box gone" aria-label="empty place" role="img"></div>`;
    const card = play.cards.get(id);
    const label = id === "weapon" ? `secret weapon, ${word("face")}` : `${cardName(card, id)}. ${card?.text ?? ""}`;
    return html`<div class="card-box">${touchable(play, target, `${at}: ${label}`, card ? cardPicture(card) : back, "card")}</div>`;
  };
  const price = (row: string) => {
    const found = play.question!.choices.map((choice) => choice.data as { kind: string; place?: string; price?: number })
      .filter((answer) => answer.kind === "buy" && answer.place?.startsWith(row)).map((answer) => answer.price);
    return found;
  };
  return html`<section class="market" tabindex="0" aria-label=${word("market")}>
    ${repeat(rows, ([row]) => row, ([row, usualPrice]) => html`<div class="market-row" data-prices=${price(row).join(" ")}>
      <div class="price"><span>${row}</span>${icon("energy", 16)}<b>${usualPrice}</b><span class="sr">${word("energy")}</span></div>
      <div class="market-cards">${place(`${row}-left`)}${place(`${row}-right`)}</div></div>`)}
  </section>`;
}

function tray(play: Play): TemplateResult {
  const { dice, attack, pile, round, turn, active, robots } = view(play);
  const roll = play.state("dice");
  return html`<section class="tray" aria-label=${word("dice")}>
    <div class="tray-line muted small"><span>${word("round")} ${round} · ${word("turn")} ${turn}</span><span>${pile} ${word("pile")}</span></div>
    <div class="dice">
      ${dice.length ? dice.map((face, at) => touchable(play, `die:${face}`, `die ${at + 1} shows ${face}`, html`<svg viewBox="0 0 24 24" aria-hidden="true">${die(face, 0, 0, 24)}</svg>`, "die"))
        : roll ? touchable(play, "dice", "roll the dice", html`<svg viewBox="0 0 64 32" width="116" height="58" aria-hidden="true"><g transform="rotate(-12 16 16)">${die(5, 4, 4, 24)}</g><g transform="rotate(14 46 16)">${die(2, 34, 4, 24)}</g></svg>`, "die roll")
        : html`<span class="die-ghosts" title=${word("noDice")}><span class="sr">${word("noDice")}</span>${Array.from({ length: robots.find((one) => one.robot === active)?.dice ?? 1 }, () => html`<svg viewBox="0 0 24 24" aria-hidden="true">${die(0, 0, 0, 24)}</svg>`)}</span>`}
    </div>
    ${attack ? html`<div class="attack" role="status"><b>${word("attack")} · ${robotName(play, attack.attacker)}</b>
      ${Object.entries(attack.points).map(([damage, points]) => html`<span>${icon(damage, 18)} ${points} ${damage}</span>`)}</div>` : nothing}
    <span class="sr">${robotName(play, active)} is active</span>
  </section>`;
}

/**
 * The robot shown at the bottom: the viewer's own; for a viewer who sees everything, that of the player who is asked.
 */
function lookingFrom(play: Play): number {
  const { viewer } = play.chair;
  const { actor } = play.question!;
  if (typeof viewer === "number") return viewer;
  return actor.kind === "seat" ? actor.seat : owner(view(play).active);
}

/** The whole table. */
export function moonBotsTable(play: Play, prompt: TemplateResult): TemplateResult {
  const { robots } = view(play);
  const viewer = lookingFrom(play);
  const mine = robots.filter((robot) => owner(robot.robot) === viewer);
  const first = robots.findIndex((robot) => owner(robot.robot) === viewer);
  const round = [...robots.slice(first + 1), ...robots.slice(0, Math.max(0, first))];
  const others = (first < 0 ? robots : round).filter((robot) => owner(robot.robot) !== viewer);
  return html`<div class="mb">
    <div class=${`opponents many${others.length}`}>${repeat(others, (robot) => robot.robot, (robot) => opponent(play, robot))}
      ${others.length > 1 ? html`<button type="button" class="small quiet" id="opponents-more" @click=${(event: Event) => (event.currentTarget as Element).parentElement!.classList.toggle("open")}>${icon("log", 16)}${word("details")}</button>` : nothing}</div>
    <div class="centre">${market(play)}${tray(play)}</div>
    ${prompt}
    <div class=${`mine many${mine.length}`}>${repeat(mine, (robot) => robot.robot, (robot) => own(play, robot))}</div>
  </div>`;
}
