// A match at the table: what is asked, what is seen, and what a touch means. It knows no rule: everything comes from the
// question's choices, and what is not among them is asked of the engine ("why not?").
import type { CardText, Choice, Drawing, Line, Question, Table, Why } from "cardwright/index.js";
import type { Chair } from "./engine.js";
import { type Pace, type Step, pace, paces, sound } from "./show.js";
import { kept, said } from "./util.js";

/** How a game's answers and things on the table belong together. */
export interface Face {
  /** The things that an answer is about; touching all of them gives it. */
  targets(choice: Choice, table: Table): string[];
  /** What somebody probably means who touches a thing that no answer is about, in notation; `picks` were pointed at before. */
  attempts(target: string, table: Table, question: Question, picks: string[]): string[];
  /** What people call a seat of this game, as its log does. */
  seat(seat: number): string;
  /** How an event is shown. */
  step(line: Line, table: Table, cards: Map<string, CardText>): Step;
  /** Whether a turn begins with an event. */
  turn(line: Line): boolean;
  /** What the score of each seat was after an event that changed it, for the curve at the end; what the curve is of. */
  score?: { of: string; after(line: Line): [seat: number, value: number, before: number][] };
  /** What events did to the viewer and to others, in short. */
  recap?(lines: Line[], viewer: number, name: (seat: number) => string): string[];
  /** Things that are pointed at from the beginning of a question. */
  preset?(question: Question, last: string[]): string[];
}

/** What a touch of something that may not be done gives. */
export type Verdict = { why: Why } | { message: string };

/** Milliseconds after an answer, and after the picture of the next question, in which a touch is still meant for the last one. */
const AFTER_ANSWER = kept.get("calm", 350);
const AFTER_PICTURE = Math.min(150, AFTER_ANSWER);

/** A match as one chair sees it, kept fresh. */
export class Play extends EventTarget {
  question: Question | null = null;
  table: Table | null = null;
  drawing: Drawing | null = null;
  lines: Line[] = [];
  cards = new Map<string, CardText>();
  /** Things that are pointed at, in order. */
  picks: string[] = [];
  /** The verdict on the last touch of something not allowed. */
  verdict: Verdict | null = null;
  busy = true;
  /** The connection: empty while it stands. */
  link = "";
  error = "";
  /** How many lines were there before the last answer: the rest is news. */
  fresh = 0;
  /** The event that is being shown. */
  now: { line: Line; step: Step } | null = null;
  /** What happened since the viewer's turn, in short. */
  recap: string[] = [];
  /** What was pointed at when the last answer was given. */
  #last: string[] = [];
  #skips = false;
  #wake: () => void = () => {};
  /** The things that each answer is about, worked out once for each question. */
  #targets = new Map<Choice, string[]>();
  /** Whether the question is so new that a touch must be meant for the one before. */
  unread = false;
  /** How often something was touched, answered or put back. */
  #touches = 0;
  /** The answers about each thing. */
  #byTarget = new Map<string, Choice[]>();
  /** The answers that are left under what is pointed at, and the things they are about; null until somebody asks. */
  #left: { choices: Choice[]; things: Set<string> } | null = null;
  #drawn: Promise<void> = Promise.resolve();

  constructor(readonly chair: Chair, readonly face: Face) {
    super();
    chair.onNews = () => void this.refresh();
    chair.onLink = (stands, reason) => {
      this.link = stands ? "" : reason;
      if (stands) this.error = "";
      this.#changed();
    };
  }

  /** Loads everything. */
  async begin(): Promise<void> {
    try {
      const found = await this.chair.cards().catch(() => []);
      this.cards = new Map(found.map((card) => [card.id, card]));
    } finally {
      await this.refresh();
    }
  }

  /** What a seat is called, the same everywhere: the name that was chosen, or what the game calls it. */
  name(seat: number): string {
    const given = seat === this.chair.viewer ? kept.get("name", "") : "";
    return given || this.face.seat(seat);
  }

  /** A line of the log, with the names that were chosen. */
  say(text: string): string {
    const seat = this.chair.viewer;
    const given = typeof seat === "number" ? kept.get("name", "") : "";
    const usual = given && typeof seat === "number" ? this.face.seat(seat) : "";
    return usual ? text.replace(new RegExp(`\\b${usual}\\b`, "gi"), () => given) : text;
  }

  /** Shows the rest at once. */
  skip(): void {
    if (!this.now) return;
    this.#skips = true;
    this.#wake();
  }

  /** Whether this chair is asked. */
  get mine(): boolean {
    if (this.closed || this.now) return false;
    const actor = this.question?.actor;
    if (this.chair.viewer === "host") return actor?.kind === "seat" || actor?.kind === "chance";
    return actor?.kind === "seat" && actor.seat === this.chair.viewer;
  }

  /** Whether the table is closed for good, before the game was over. */
  get closed(): boolean {
    return this.chair.standing === "over";
  }

  get over(): boolean {
    return this.question?.actor.kind === "over";
  }

  /** The choices that are left under what is pointed at. */
  get choices(): Choice[] {
    return this.#narrowed().choices;
  }

  /** The things that an answer is about. */
  targetsOf(choice: Choice): string[] {
    return this.#targets.get(choice) ?? [];
  }

  /** Every thing that an answer is about. */
  get things(): string[] {
    return [...this.#byTarget.keys()];
  }

  /** What a thing is now: one that may be touched, one that is pointed at, or neither. */
  state(target: string): "may" | "picked" | "" {
    if (!this.mine || this.busy) return "";
    if (this.picks.includes(target)) return "picked";
    // Another piece, or another way to lay it, may be taken at any time.
    if (this.picks.length && /^(piece|lie):/.test(target)) return this.#byTarget.has(target) ? "may" : "";
    return this.#narrowed().things.has(target) ? "may" : "";
  }

  /** Whether any answer is about such things, such as `hex:`. */
  anyOf(prefix: string): boolean {
    return this.things.some((target) => target.startsWith(prefix));
  }

  #meets(choice: Choice, picks: string[]): boolean {
    const own = this.targetsOf(choice);
    return picks.every((pick) => own.includes(pick));
  }

  #narrowed(): { choices: Choice[]; things: Set<string> } {
    if (this.#left) return this.#left;
    const choices = (this.question?.choices ?? []).filter((choice) => this.#meets(choice, this.picks));
    return (this.#left = { choices, things: new Set(choices.flatMap((choice) => this.targetsOf(choice))) });
  }

  /** Somebody touches a thing. */
  async touch(target: string): Promise<void> {
    if (this.busy || this.unread || this.closed || !this.table || !this.question) return;
    this.#touches += 1;
    this.verdict = null;
    if (this.picks.includes(target)) {
      this.picks = this.picks.filter((pick) => pick !== target);
      return this.#shown();
    }
    const some = this.mine ? this.#byTarget.get(target) : undefined;
    if (!some) return this.#whyNot(target);
    const both = [...this.picks, target];
    const left = some.filter((choice) => this.#meets(choice, both));
    // With a piece in hand a place that is only good for others is a question about this piece.
    const inHand = this.picks.find((pick) => /^(piece|disc):/.test(pick));
    if (!left.length && inHand && target.startsWith("place:") && some.every((choice) => this.targetsOf(choice)[0] !== target || this.targetsOf(choice).some((own) => /^(piece|disc):/.test(own)))) return this.#whyNot(target);
    // Another piece takes the place of the one in hand, and lies as that one did.
    const lie = this.picks.find((pick) => pick.startsWith("lie:"));
    const swaps = target.startsWith("piece:") && lie && some.some((choice) => this.targetsOf(choice).includes(lie));
    this.picks = left.length ? both : swaps ? [target, lie] : target.startsWith("lie:") && inHand ? [inHand, target] : [target];
    if (target.startsWith("piece:") && this.face.preset) this.picks = this.face.preset(this.question, [target, lie ?? "lie:across"]);
    const choices = left.length ? left : some;
    if (choices.length === 1 && !/^(piece|lie):/.test(target)) return this.answer(choices[0]!.action);
    return this.#shown();
  }

  /** Turns the piece in hand. */
  turn(): void {
    this.#touches += 1;
    this.picks = this.picks.map((pick) => (pick === "lie:up" ? "lie:across" : pick === "lie:across" ? "lie:up" : pick));
    this.#changed();
  }

  /** Points at nothing. */
  clear(): void {
    this.#touches += 1;
    this.picks = [];
    this.verdict = null;
    this.#changed();
  }

  /** Shows which thing was touched with the next picture, and what follows from it after that. */
  async #shown(): Promise<void> {
    this.#left = null;
    this.dispatchEvent(new Event("touched"));
    await painted();
    this.#changed();
  }

  async #whyNot(target: string): Promise<void> {
    const touch = this.#touches;
    this.dispatchEvent(new Event("touched"));
    await painted();
    if (touch !== this.#touches) return;
    for (const action of this.face.attempts(target, this.table!, this.question!, this.picks)) {
      try {
        const why = await this.chair.why(action);
        // Whoever did something else meanwhile does not ask this any more.
        if (touch !== this.#touches) return;
        if (why.legal) continue;
        this.verdict = { why };
        return this.#changed();
      } catch {
        // Not an answer at all: perhaps the next reading is.
      }
    }
    if (touch !== this.#touches) return;
    this.verdict = { message: this.question!.text };
    this.#changed();
  }

  /** Gives an answer. */
  async answer(action: string): Promise<void> {
    if (this.busy || this.unread || this.closed) return;
    const ready = performance.now() + AFTER_ANSWER;
    this.#touches += 1;
    this.busy = true;
    this.error = "";
    // Nothing of the table is drawn anew for this: the touch is to be seen with the next picture, the answer after it.
    this.dispatchEvent(new Event("touched"));
    const actor = this.question?.actor;
    try {
      await Promise.all([this.chair.play(action), painted()]);
      this.dispatchEvent(new CustomEvent("answered", { detail: { actor, action } }));
    } catch (error) {
      this.error = said(error);
    }
    if (this.picks.length) this.#last = this.picks;
    this.picks = [];
    this.verdict = null;
    this.unread = true;
    await this.refresh();
    await new Promise((go) => setTimeout(go, Math.max(AFTER_PICTURE, ready - performance.now())));
    this.unread = false;
    this.dispatchEvent(new Event("read"));
  }

  /** Takes an answer back. */
  async undo(): Promise<void> {
    if (!this.chair.undo || this.busy || this.unread) return;
    this.busy = true;
    this.dispatchEvent(new Event("touched"));
    const taken = await this.chair.undo(1).catch(() => 0);
    if (taken) this.dispatchEvent(new CustomEvent("taken", { detail: taken }));
    this.error = taken ? "" : "You cannot undo past a roll or a draw.";
    this.lines = [];
    await this.refresh();
  }

  /** Reads everything anew; calls that overlap wait for each other. */
  refresh(): Promise<void> {
    this.#drawn = this.#drawn.then(() => this.#refresh());
    return this.#drawn;
  }

  async #refresh(): Promise<void> {
    try {
      const [question, table, scene, news] = await Promise.all([
        this.chair.question(), this.chair.view(), this.chair.scene(), this.chair.lines(this.lines.length),
      ]);
      this.fresh = this.lines.length;
      if (this.table && this.fresh && news.lines.length && pace() !== "off") await this.#show(news.lines);
      this.question = question;
      this.table = table;
      this.drawing = sharing(this.drawing, scene?.drawing ?? null);
      this.lines = [...this.lines.slice(0, this.fresh), ...news.lines];
      this.#since(news.lines);
      this.#index();
      this.picks = this.mine && this.chair.viewer !== "host" ? this.face.preset?.(question, this.#last) ?? [] : [];
    } catch (error) {
      this.error = said(error);
    }
    this.busy = false;
    this.#changed();
  }

  /** Shows events one after the other, on the table as it was before. */
  async #show(lines: Line[]): Promise<void> {
    this.#skips = false;
    for (const line of lines) {
      if (this.#skips) break;
      const step = this.face.step(line, this.table!, this.cards);
      this.lines = [...this.lines, line];
      if (!step.weight) {
        this.table = step.table ?? this.table;
        continue;
      }
      const time = paces[pace() as Pace] * step.weight;
      this.now = { line, step };
      this.dispatchEvent(new CustomEvent("before", { detail: step.marks ?? [] }));
      this.table = step.table ?? this.table;
      this.#changed();
      if (step.sound) sound(step.sound);
      await painted();
      this.dispatchEvent(new CustomEvent("step", { detail: { marks: step.marks ?? [], time } }));
      await new Promise<void>((go) => {
        this.#wake = go;
        setTimeout(go, time);
      });
    }
    this.now = null;
  }

  /** Works out what happened since the viewer's turn. */
  #since(news: Line[]): void {
    const seat = this.chair.viewer;
    if (typeof seat !== "number" || !this.fresh || !news.length) return;
    const said = this.face.recap?.(news, seat, (one) => this.name(one));
    if (said?.length || news.some((line) => this.face.turn(line))) this.recap = said ?? [];
    if (this.over) sound("win");
  }

  #index(): void {
    this.#byTarget.clear();
    this.#targets.clear();
    for (const choice of this.question!.choices) {
      const targets = this.face.targets(choice, this.table!);
      this.#targets.set(choice, targets);
      for (const target of targets) {
        const some = this.#byTarget.get(target);
        if (some) some.push(choice);
        else this.#byTarget.set(target, [choice]);
      }
    }
  }

  #changed(): void {
    this.#left = null;
    this.dispatchEvent(new Event("change"));
  }
}

/** Milliseconds after which nobody waits for a picture any more: a page in the background draws none. */
const UNSEEN = 50;

/** Is done when what was changed until now is on the screen. */
function painted(): Promise<void> {
  return new Promise((go) => {
    const late = setTimeout(go, UNSEEN);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(go);
    });
  });
}

/** The drawing, with those items of the last one that look the same, so that nobody draws them anew. */
export function sharing(last: Drawing | null, now: Drawing | null): Drawing | null {
  if (!last || !now) return now;
  const before = new Map<string, Drawing["items"]>();
  for (const item of last.items) {
    const look = JSON.stringify(item);
    before.set(look, [...(before.get(look) ?? []), item]);
  }
  return { ...now, items: now.items.map((item) => before.get(JSON.stringify(item))?.shift() ?? item) };
}
