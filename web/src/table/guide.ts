// How to play in a minute, and the marks of a first game: what to look at, in order.
import { html, nothing } from "lit";
import { Plain, kept } from "../util.js";
import { word } from "../words.js";

interface Guide {
  minutes: string;
  minute: string[];
  /** Where to look, and what to know of it. */
  marks: [selector: string, text: string][];
}

export const guides: Record<string, Guide> = {
  "moon-bots": {
    minutes: "20–40",
    minute: [
      "Your robot has six slots. On your turn you may buy one card of the market: the bottom row is free, the middle costs 1 energy, the top costs 2.",
      "Then roll your dice. A part works when your dice match the dice drawn on it.",
      "Fists and missiles hit the robots beside you. Each point that is not stopped costs 1 energy.",
      "Upgrades always work. Secret weapons stay hidden until you play them.",
      "A robot with no energy is out. The last robot in play wins.",
    ],
    marks: [
      [".mb .own", "This is your robot. Its bar shows its energy: at 0 it is out."],
      [".market", "Buy one card a turn. Touch a card with a blue edge. The bottom row is free."],
      [".tray", "Your dice. After buying, touch them to roll."],
      [".slots", "A part works when your dice match the dice drawn on it. Touch the part to use it."],
      [".opponents", "The others. You hit the robots beside you. Touch a robot when you are asked whom to hit."],
      [".prompt", "This line says who is asked and what. Touch anything else and it tells you why not."],
    ],
  },
  "robot-empire": {
    minutes: "30–60",
    minute: [
      "Your Battery is your life. A player whose Battery is empty is out.",
      "In the Play phase, pay coins from your Vault to bring out robots and Monsters.",
      "Fighters that are ready may attack the other player. The other player chooses who blocks.",
      "Damage that nobody blocks takes coins from the Battery.",
      "Robots that land on a Moon bring back its coins. The last player with coins on the Battery wins.",
    ],
    marks: [
      [".empire-side:last-of-type", "Your side: Battery, Vault, and the cards you brought out."],
      [".empire .hand", "Your hand. Touch a card with a blue edge to play it; the coin shows its cost."],
      [".empire-side", "The other side. Cards beside the bar are in the front line."],
      [".empire-middle", "The Moons, with their coins, and the War Chest from which you collect."],
      [".unit", "A fighter: a sword for attack, a shield for defence. Turned cards are recharging."],
      [".prompt", "This line says what is asked. The quiet button passes."],
    ],
  },
  "robotory": {
    minutes: "15",
    minute: [
      "Nobody owns the three robots. You want most of them in your camp at the end.",
      "On your turn do one thing: place a disc, move a robot, or take discs from the reserve.",
      "The white robot moves over white discs, the black one over black discs, the red one over both.",
      "A robot burns the discs it enters.",
      "The game ends when discs run out. Two of the three robots decide it.",
    ],
    marks: [
      [".board-scroll", "The board. One half is your camp, the other half theirs."],
      [".board .spot", "Touch a free hex, then the colour of the disc that you place on it."],
      [".board-side .supply", "Your discs. Without discs, touch the reserve to take some."],
      ["[data-target^='reserve']", "The reserve. When it is empty, the end is near."],
      [".board-tools", "Who holds what, and how many robots each camp has."],
      [".prompt", "This line says what you may do. Touch a robot, then the hex where it should stop."],
    ],
  },
  "lunar-command": {
    minutes: "30–45",
    minute: [
      "Walls around robots and astronauts make a station. A closed station is scored.",
      "The die says what you may do: build white, build a coloured piece, walk figures, or move a UFO.",
      "Who has most coloured pieces in the wall of a station gets its points.",
      "A robot is worth 1 point, an astronaut 2 points.",
      "The first with enough points wins.",
    ],
    marks: [
      [".board-scroll", "The moon. Robots are worth 1 point, astronauts 2."],
      ["[data-target^='piece:']", "The pieces that are left. Touch one to take it in hand."],
      [".board-side .supply:last-child", "Turn the piece with r, or here."],
      ["svg.board", "The piece follows the pointer. Cells that glow may be touched."],
      [".board-side", "The points of both colours."],
      [".prompt", "This line says what the die allows. Touch a figure or a UFO to move it."],
    ],
  },
};

/** The sentences of a game, for a sheet. */
export const minute = (game: string) => html`<ol class="minute stack">${guides[game]?.minute.map((one) => html`<li>${one}</li>`)}</ol>`;

/** The marks of a first game, one after the other. */
export class Coach extends Plain {
  static override properties = { game: {}, at: { state: true } };
  declare game: string;
  declare at: number;

  constructor() {
    super();
    this.at = 0;
  }

  /** Whether somebody still has to see the marks of a game. */
  static wanted = (game: string): boolean => game in guides && !kept.get<string[]>("coached", []).includes(game);

  #end(): void {
    kept.set("coached", [...new Set([...kept.get<string[]>("coached", []), this.game])]);
    this.#mark(null);
    this.remove();
  }

  #mark(one: Element | null): void {
    document.querySelectorAll(".coached").forEach((each) => each.classList.remove("coached"));
    one?.classList.add("coached");
  }

  override updated(): void {
    const [selector = ""] = guides[this.game]?.marks[this.at] ?? [];
    const one = this.parentElement?.querySelector(selector) ?? null;
    this.#mark(one);
    one?.scrollIntoView({ block: "nearest" });
  }

  override render() {
    const marks = guides[this.game]?.marks ?? [];
    const last = this.at === marks.length - 1;
    return marks.length ? html`<section class="coach" role="status" aria-label=${word("minute")}><p><b>${this.at + 1} / ${marks.length}</b> ${marks[this.at]![1]}</p>
      <div class="row"><span class="grow"></span>${last ? nothing : html`<button class="small quiet" id="coach-skip" @click=${() => this.#end()}>${word("skip")}</button>`}
      <button class="small main" id="coach-next" @click=${() => (last ? this.#end() : (this.at += 1))}>${word(last ? "begin" : "next")}</button></div></section>` : nothing;
  }
}
customElements.define("cw-coach", Coach);
