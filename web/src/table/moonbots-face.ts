// How the answers of Moon-Bots relate to things on the table.
import type { CardText, Choice, Line, MoonBots, MoonBotsAction, Question, Robot, Table } from "cardwright/index.js";
import type { Face } from "../play.js";
import { type Mark, type Step, dataOf } from "../show.js";

const view = (table: Table) => table.view as MoonBots;

/** The player who owns a robot: `2` and `2L` belong to the second player. */
export const owner = (robot: string): number => Number.parseInt(robot, 10);

/** The durations of events that are shorter or longer than a normal step. */
const weights: Record<string, number> = { "turn-began": 0.6, "slid": 0.45, "dealt": 0.4, "discarded": 0.3, "rolled": 1.1, "fell": 1.6, "got": 0.5, "played": 1.5, "shown": 1.5 };

/** The table after an event, as far as the event tells, and the effects shown for it. */
function step(line: Line, table: Table, cards: Map<string, CardText>): Step {
  const event = dataOf(line);
  const now = structuredClone(view(table));
  const at = (robot: string): Robot | undefined => now.robots.find((one) => one.robot === robot);
  const robot = at(event["robot"] ?? event["at"] ?? event["to"]);
  const here = `robot:${robot?.robot}`;
  const card = cards.get(event["card"] ?? event["weapon"] ?? "");
  const marks: Mark[] = [];
  let sound: Step["sound"];
  switch (event.kind) {
    case "turn-began":
      now.active = event["robot"];
      Object.assign(now, { dice: [], used: [], attack: null });
      marks.push({ at: here, look: "lit" });
      break;
    case "bought": case "took":
      now.market[event["place"]] = null;
      if (robot) {
        robot.energy -= event["price"] ?? 0;
        receive(robot, event["card"], card);
      }
      marks.push({ at: here, look: "good", from: `market:${event["place"]}`, ...(event["price"] ? { text: `−${event["price"]} energy` } : {}) });
      sound = "buy";
      break;
    case "rolled":
      now.dice = event["faces"];
      sound = "dice";
      break;
    case "used": {
      const slot = String(card?.facts["slot"] ?? "");
      if (slot) now.used = [...now.used, slot];
      marks.push({ at: here, look: "lit", ...(slot ? { part: slot } : {}), ...(event["faces"]?.length ? { from: `die:${event["faces"][0]}` } : {}) });
      break;
    }
    case "aimed":
      now.attack = { ...(now.attack ?? {}), attacker: event["robot"], points: { [event["damage"]]: event["points"] } } as never;
      marks.push({ at: `robot:${event["at"]}`, look: "lit", from: here, flies: event["damage"] });
      break;
    case "added": marks.push({ at: here, look: "lit", text: `+${event["points"]}` }); break;
    case "reduced":
      marks.push({ at: here, look: "stop", text: `${event["points"]} stopped` });
      sound = "stop";
      break;
    case "deflected": marks.push({ at: here, look: "lit", from: `robot:${event["from"]}`, flies: event["damage"] }); break;
    case "damaged": case "lost":
      if (robot) robot.energy = event["energy"];
      if (event["points"]) marks.push({ at: here, look: "hit", text: `−${event["points"]}` });
      if (event["points"]) sound = "hit";
      break;
    case "gained":
      if (robot) robot.energy = event["energy"];
      if (event["points"]) marks.push({ at: here, look: "good", text: `+${event["points"]}` });
      break;
    case "fell":
      if (robot) robot.status = "out";
      marks.push({ at: here, look: "hit" });
      break;
    case "played": case "shown":
      if (robot) robot.weapons = Math.max(0, robot.weapons - 1);
      marks.push({ at: here, look: "lit" });
      break;
    case "slid":
      now.market[event["to"]] = now.market[event["from"]] ?? null;
      now.market[event["from"]] = null;
      marks.push({ at: `market:${event["to"]}`, look: "lit", from: `market:${event["from"]}`, whole: true });
      break;
    case "dealt": now.market[event["place"]] = event["card"] ?? "weapon"; break;
    case "discarded": case "cleared": now.market[event["place"]] = null; break;
    default: if (robot) marks.push({ at: here, look: "lit" });
  }
  return { table: { ...table, view: now } as Table, marks, weight: weights[event.kind] ?? 1, sound, card: ["used", "played", "shown", "bought"].includes(event.kind) ? card : undefined };
}

/** A robot takes a bought card; a card that nobody saw is a secret weapon. */
function receive(robot: Robot, id: string | null, card: CardText | undefined): void {
  if (!id || !card) robot.weapons += 1;
  else if (card.kind === "part") robot.parts[String(card.facts["slot"])] = id;
  else if (card.kind === "upgrade") robot.upgrades = [...robot.upgrades, id];
}

/** Energy lost and gained, with the player who caused it. */
function recap(lines: Line[], viewer: number, name: (seat: number) => string): string[] {
  const sums = new Map<string, { robot: string; by: string; points: number }>();
  let by = "";
  let turn = "";
  for (const line of lines) {
    const event = dataOf(line);
    if (event.kind === "turn-began") turn = by = event["robot"];
    if (event.kind === "aimed") by = event["robot"];
    const sign = event.kind === "damaged" || event.kind === "lost" ? -1 : event.kind === "gained" ? 1 : 0;
    if (!sign || !event["points"]) continue;
    const from = event.kind === "damaged" ? by : turn;
    const key = `${event["robot"]} ${from} ${sign}`;
    const sum = sums.get(key) ?? { robot: event["robot"], by: from, points: 0 };
    sum.points += sign * event["points"];
    sums.set(key, sum);
  }
  const mine = ({ robot }: { robot: string }) => Number(owner(robot) === viewer);
  return [...sums.values()].sort((one, other) => mine(other) - mine(one)).map(({ robot, by, points }) => {
    const what = `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
    const from = by && by !== robot ? ` from ${name(owner(by))}` : "";
    return owner(robot) === viewer ? `${what}${from}` : `${name(owner(robot))} ${what}${from}`;
  });
}

export const moonBots: Face = {
  seat: (seat) => `Robot ${seat}`,
  step,
  turn: (line) => dataOf(line).kind === "turn-began",
  score: {
    of: "Energy",
    after: (line) => {
      const event = dataOf(line);
      return typeof event["energy"] === "number" && event["robot"] ? [[owner(event["robot"]), event["energy"], event["energy"] + (event.kind === "gained" ? -1 : 1) * (event["points"] ?? 0)]] : [];
    },
  },
  recap,
  targets(choice: Choice, table: Table): string[] {
    const answer = choice.data as MoonBotsAction;
    const active = view(table).active;
    switch (answer.kind) {
      case "buy": return [`market:${answer.place}`];
      case "play": return [`weapon:${answer.robot}:${answer.weapon}`];
      case "activate": return ["dice"];
      case "use": return [`slot:${active}:${answer.place}`, ...new Set(answer.dice.map((face) => `die:${face}`))];
      case "re-roll": return [...new Set(answer.dice.map((face) => `die:${face}`))];
      case "split": return [answer.left, answer.right]
        .filter((share) => Object.values(share.points).some((points) => (points ?? 0) > 0)).map((share) => `robot:${share.robot}`);
      case "choose": {
        const value = String(answer.value);
        const places = Object.entries(view(table).market).filter(([place, card]) => card === value || place === value);
        return [
          answer.about === "robot" ? `robot:${value}` : `card:${value}`,
          ...(/^[1-6]$/.test(value) && answer.about !== "robot" ? [`die:${value}`] : []),
          ...places.map(([place]) => `market:${place}`),
        ];
      }
      default: return [];
    }
  },
  attempts(target: string, table: Table, question: Question): string[] {
    const [kind, one = "", two = ""] = target.split(":");
    const dice = view(table).dice;
    const all = dice.join(" ");
    const asked = question.choices.some((choice) => (choice.data as MoonBotsAction).kind === "choose");
    switch (kind) {
      case "market": return [`buy ${one}`];
      case "weapon": return [`play ${two}`, `${one} play ${two}`];
      case "slot": return [...dice.map((face) => `use ${two} ${face}`), `use ${two} ${all}`, `use ${two} 1`, `use ${two} 1 1`];
      case "die": return [`re-roll ${one}`];
      case "dice": return ["activate"];
      case "robot": return asked ? [`choose robot ${one}`, `choose ${one}`] : [];
      case "card": return asked ? [`choose ${one}`] : [];
      default: return question.choices.slice(0, 1).map((choice) => choice.action);
    }
  },
};
