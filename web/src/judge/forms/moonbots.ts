// A position of Moon-Bots, built by hand.
import { type TemplateResult, html } from "lit";
import type { CardText } from "cardwright/index.js";
import { having, havingOne, number, table, tables, text, texts, written } from "../position.js";
import { type Bench, choice, picker, playersChoice } from "./form.js";

/** The moments of a turn, as a written position names them. */
const steps = ["turn-start", "buy", "bought", "activate", "rolled", "re-roll", "re-rolled", "parts", "before-refill", "refill", "turn-end"];
const places = ["top-left", "top-right", "middle-left", "middle-right", "bottom-left", "bottom-right"];

/** The robots of a game: with two players each has two. */
const robotsOf = (players: number): string[] => (players === 2 ? ["1L", "1R", "2L", "2R"] : Array.from({ length: players }, (_, at) => String(at + 1)));

/** A position to start with: a market, and robots with some energy and a part. */
export function moonBotsStart(players: number, cards: CardText[]): string {
  const parts = cards.filter((card) => card.kind === "part").map((card) => card.id);
  const market = Object.fromEntries(places.map((place, at) => [place, at === 0 ? "weapon" : parts[at * 3] ?? "empty"]));
  return written({ step: "turn-start", robot: robotsOf(players).map((_, at) => ({ energy: 12, ...(parts[at * 3 + 1] ? { parts: [parts[at * 3 + 1]] } : {}) })), market });
}

/** The form. */
export function moonBotsForm(bench: Bench): TemplateResult {
  const { doc } = bench;
  const names = robotsOf(bench.players);
  const robots = tables(doc, "robot");
  const of = (kind: string) => bench.cards.filter((card) => card.kind === kind);
  const dice = Array.isArray(doc["dice"]) ? (doc["dice"] as number[]) : [];
  const market = table(doc, "market");
  return html`<div class="row">${playersChoice(bench)}
      ${choice("Active robot", names, text(doc, "active", names[0]!), (active) => bench.change(having(doc, "active", active)))}
      ${choice("Moment", steps, text(doc, "step", "turn-start"), (step) => bench.change(having(doc, "step", step)), "step")}
      <label>Dice<input size="8" placeholder="3 5" .value=${dice.join(" ")} @change=${(event: Event) => bench.change(having(doc, "dice",
        (event.target as HTMLInputElement).value.split(/\D+/).map(Number).filter((face) => face >= 1 && face <= 6)))}></label></div>
    <div class="seat-forms">${names.map((name, at) => {
      const robot = robots[at] ?? {};
      const list = (kind: string) => picker(bench, `Add to the ${kind}s of robot ${name}`, `${kind}s`, texts(robot, `${kind}s`), of(kind), (chosen) => bench.change(havingOne(doc, "robot", at, (one) => having(one, `${kind}s`, chosen))));
      const energy = number(robot, "energy", 12);
      return html`<fieldset class="seat-form"><legend>Robot ${name}</legend>
        <label class="row">Energy<input type="range" min="1" max="18" .value=${String(energy)} @input=${(event: Event) => bench.change(havingOne(doc, "robot", at, (one) => having(one, "energy", Number((event.target as HTMLInputElement).value))))}><output>${energy}</output></label>
        <div class="row">${list("part")}${list("upgrade")}${list("weapon")}</div></fieldset>`;
    })}</div>
    <details><summary>Market</summary><div class="market-form">${places.map((place) => {
      const ids = ["", "weapon", ...of("part").map((card) => card.id), ...of("upgrade").map((card) => card.id)];
      return choice(place, ids, text(market, place, ""), (id) => {
        const left = having(market, place, id || undefined);
        bench.change(having(doc, "market", Object.keys(left).length ? left : undefined));
      });
    })}</div></details>`;
}
