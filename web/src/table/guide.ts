// How to play in a minute, and the tips of a first game, in order.
import { html, nothing } from "lit";
import { Plain, kept } from "../util.js";
import { word } from "../words.js";
import { type Keep, freest } from "./place.js";

interface Guide {
  minutes: string;
  minute: string[];
  /** Where to look, and an explanation. */
  marks: [selector: string, text: string][];
  /** The first turn, by kinds of questions: where to touch, and why. Each is shown once. */
  turn: Record<string, [selector: string, text: string]>;
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
      [".mb .own", "This is your robot. The ring shows its energy: at 0 it is out."],
      [".market", "Buy one card a turn. The bottom row is free."],
      [".tray", "Your dice. After buying, touch them to roll."],
      [".slots", "A part works when your dice match the dice drawn on it. Touch the part to use it."],
      [".opponents", "The others. You hit the robots beside you."],
      [".prompt", "This line says who is asked and what. Touch anything else and it tells you why not."],
    ],
    turn: {
      "buy": [".market", "Touch a card of the bottom row: it is free, and your robot has it at once."],
      "activate": [".tray", "Touch the dice to roll them. Your parts need them."],
      "re-roll": [".tray", "You may roll some dice again. Touch those that fit none of your parts, or stop."],
      "use": [".slots", "A part with a blue edge fits your dice. Touch it, and it does what its signs say."],
      "split": [".opponents", "Choose who takes the hits. A robot with little energy is nearly out."],
    },
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
      [".mine-side", "Your side: Battery, Vault, and the cards you brought out."],
      [".empire .hand", "Your hand. Touch a card with a blue edge to play it; the coin shows its cost."],
      [".empire-side", "The other side. Cards beside the bar are in the front line."],
      [".empire-middle", "The Moons, with their coins, and the War Chest from which you collect."],
      [".unit", "A fighter: a sword for attack, a shield for defence. Turned cards are recharging."],
      [".prompt", "This line says what is asked. The quiet button passes."],
    ],
    turn: {
      "play": [".empire .hand", "Touch a robot that your Vault can pay for: it comes out on your side."],
      "mining": [".empire-middle", "Send a robot to a Moon: touch the robot, then the Moon. Next turn it brings coins."],
      "attack": [".mine-side .unit", "The card with the dashed edge may attack. Touch the other player to attack, or let it stay."],
      "block": [".mine-side .unit", "They attack: follow the red arrow. Touch the attacker that this card blocks, or let it stay."],
      "discard": [".empire .hand", "You may discard a card. The first one is free."],
    },
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
      [".camp", "The robots in your camp. Two of the three win."],
      [".prompt", "This line says what you may do. Touch a robot, then the hex where it should stop."],
    ],
    turn: {
      "turn": ["svg.board", "Touch a free hex, then a colour, to place a disc. You build the path of a robot."],
    },
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
      ["[data-target^='piece:']", "Your pieces. Touch one to take it in hand."],
      [".board-side .supply:last-child", "Turn the piece with r, or here."],
      ["svg.board", "The piece follows the pointer. Cells that glow may be touched."],
      [".scores", "The points of both colours."],
      [".prompt", "This line says what the die allows. Touch a figure or a UFO to move it."],
    ],
    turn: {
      "act": ["svg.board", "The die says what you may do; cells that glow take the piece in your hand."],
      "second-walk": ["svg.board", "You may walk a second figure: touch it, then a cell that glows."],
    },
  },
};

/** The explanations of a game, for a sheet. */
export const minute = (game: string) => html`<ol class="minute stack">${guides[game]?.minute.map((one) => html`<li>${one}</li>`)}</ol>`;

/** The tips of a first game, one by one; then its first turn, with a tip for each question. */
export class Coach extends Plain {
  static override properties = { game: {}, asked: {}, at: { state: true } };
  declare game: string;
  /** The kind of the question that the player is asked, if any. */
  declare asked: string;
  declare at: number;
  /** The questions of the first turn whose tips were shown; the last of them may still be on the screen. */
  #shown: string[] = [];
  #over = false;

  constructor() {
    super();
    this.at = 0;
    this.asked = "";
  }

  /** Whether the tips of a game still have to be shown. */
  static wanted = (game: string): boolean => game in guides && !kept.get<string[]>("coached", []).includes(game);

  #end(): void {
    kept.set("coached", [...new Set([...kept.get<string[]>("coached", []), this.game])]);
    this.#over = true;
    this.#mark(null);
    this.requestUpdate();
  }

  #mark(one: Element | null): void {
    document.querySelectorAll(".coached").forEach((each) => each.classList.remove("coached"));
    one?.classList.add("coached");
  }

  /** What is shown now: a tip, or a question of the first turn. */
  get #now(): [selector: string, text: string] | null {
    const { marks, turn } = guides[this.game]!;
    return this.#over ? null : marks[this.at] ?? turn[this.asked] ?? null;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    const { marks, turn } = guides[this.game]!;
    if (!changed.has("asked") && !changed.has("at") || this.at < marks.length || !(this.asked in turn)) return;
    // A question that is asked again belongs to the second turn.
    if (this.#shown.includes(this.asked) && changed.has("asked")) this.#end();
    else this.#shown.push(this.asked);
  }

  override updated(): void {
    const one = this.#now ? this.parentElement?.querySelector(this.#now[0]) ?? null : null;
    this.#mark(one);
    one?.scrollIntoView({ block: one.clientHeight > innerHeight / 2 ? "start" : "center" });
    this.#place();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const kind of ["scroll", "resize"]) window.addEventListener(kind, this.#place, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const kind of ["scroll", "resize"]) window.removeEventListener(kind, this.#place);
    this.#mark(null);
  }

  /** Puts the tip beside the thing that it explains, where it covers least of that thing and of the prompt. */
  #place = (): void => {
    const tip = this.querySelector<HTMLElement>(".coach");
    const table = this.parentElement;
    const bar = table?.querySelector(".prompt")?.getBoundingClientRect();
    const thing = table?.querySelector(".coached")?.getBoundingClientRect() ?? bar;
    if (!tip || !table || !thing || !bar) return;
    const [width, height, gap] = [tip.offsetWidth, tip.offsetHeight, 12];
    const keep = [...document.querySelectorAll(".top, .prompt-head, .answers, .board-side, .board-tools")].map((one): Keep => [one.getBoundingClientRect(), one.className === "top" ? 99 : /board/.test(one.className) ? 2 : 3]);
    const middle = [thing.left + (thing.width - width) / 2, thing.top + (thing.height > innerHeight / 3 ? 0 : (thing.height - height) / 2)] as const;
    const [x, y] = freest(width, height, [middle[0], thing.left, thing.right - width, thing.right + gap, thing.left - width - gap, 0, innerWidth],
      [thing.top - height - gap, thing.bottom + gap, bar.top - height - gap, middle[1], 0, innerHeight], [[thing, this.at < guides[this.game]!.marks.length ? 3 : 1], ...keep], middle);
    tip.classList.toggle("placed", tip.style.translate !== "");
    tip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  };

  override render() {
    const now = this.#now;
    if (!now) return nothing;
    const many = guides[this.game]!.marks.length;
    const looks = this.at < many;
    return html`<section class=${`coach ${looks ? "" : "doing"}`} role="status" aria-label=${word("minute")}><p><b>${looks ? `${this.at + 1} / ${many}` : word("yourMove")}</b> ${now[1]}</p>
      <div class="row"><span class="grow"></span><button class="small quiet" id="coach-skip" @click=${() => this.#end()}>${word("skip")}</button>
      ${looks ? html`<button class="small main" id="coach-next" @click=${() => (this.at += 1)}>${word(this.at === many - 1 ? "begin" : "next")}</button>` : nothing}</div></section>`;
  }
}
customElements.define("cw-coach", Coach);
