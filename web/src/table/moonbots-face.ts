// Which answers of Moon-Bots belong to which things on the table.
import type { Choice, MoonBots, MoonBotsAnswer, Question, Table } from "cardwright/index.js";
import type { Face } from "../play.js";

const view = (table: Table) => table.view as MoonBots;

/** The player to whom a robot belongs: `2` and `2L` are the second's. */
export const owner = (robot: string): number => Number.parseInt(robot, 10);

export const moonBots: Face = {
  targets(choice: Choice, table: Table): string[] {
    const answer = choice.answer as MoonBotsAnswer;
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
    const asked = question.choices.some((choice) => (choice.answer as MoonBotsAnswer).kind === "choose");
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
