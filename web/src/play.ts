// A match at the table: the question, the view, and what a touch means. It knows no rules: everything comes from the
// choices of the question. If a touched thing is not among them, the engine is asked "why not?".
import type { CardText, Choice, Drawing, Line, Question, Table, Why } from "cardwright/index.js";
import type { Chair } from "./engine.js";
import { type Pace, type Step, pace, paces, sound } from "./show.js";
import { kept, later, said } from "./util.js";
import { word } from "./words.js";

/** How the answers of a game relate to things on the table. */
export interface Face {
  /** The things that an answer is about; selecting all of them gives the answer. */
  targets(choice: Choice, table: Table): string[];
  /** What a touch on a thing without an answer probably means, in notation; `picks` are the things selected before. */
  attempts(target: string, table: Table, question: Question, picks: string[]): string[];
  /** The name of a seat in this game, as in its log. */
  seat(seat: number): string;
  /** The seat whose sign and colour a seat has on the board; without this, its own. */
  sign?(seat: number): number;
  /** How an event is shown. */
  step(line: Line, table: Table, cards: Map<string, CardText>, drawing: Drawing | null): Step;
  /** Whether an event starts a turn. */
  turn(line: Line): boolean;
  /** Whether the next line says the same and more. */
  repeated?(line: Line, next?: Line): boolean;
  /** The score of each seat after an event that changed it, for the curve at the end; what the curve shows; and all scores now. */
  score?: { of: string; after(line: Line, of: Pick<Play, "lines" | "table" | "drawing">): [seat: number, value: number, before: number][]; now?(table: Table): number[] };
  /** A summary of what events did to the viewer and to others. */
  recap?(lines: Line[], viewer: number, name: (seat: number) => string): string[];
  /** Things that are selected from the start of a question. */
  preset?(question: Question, last: string[]): string[];
}

/** The result of touching something that is not allowed. */
export type Verdict = { why: Why } | { message: string };

/**
 * Milliseconds after an answer, and after the next question is drawn, in which a touch still belongs to the last
 * question.
 */
const AFTER_ANSWER = kept.get("calm", 350);
const AFTER_PICTURE = Math.min(150, AFTER_ANSWER);

/** Milliseconds after a question is drawn until the engine is asked whether the last answer can be taken back. */
const UNDO_AFTER = 120;

/** A match as one seat sees it, kept up to date. */
export class Play extends EventTarget {
  question: Question | null = null;
  table: Table | null = null;
  drawing: Drawing | null = null;
  lines: Line[] = [];
  cards = new Map<string, CardText>();
  /** The selected things, in order. */
  picks: string[] = [];
  /** The verdict on the last touch that was not allowed. */
  verdict: Verdict | null = null;
  busy = true;
  /** The state of the connection: empty while it works. */
  link = "";
  error = "";
  /** The number of lines before the last answer; later lines are news. */
  fresh = 0;
  /** The event being shown. */
  now: { line: Line; step: Step } | null = null;
  /** A summary of what happened since the viewer's turn. */
  recap: string[] = [];
  /** Whether the last answer can be taken back; null if none was given here and none can be. */
  undoable: boolean | null = null;
  /** The number of answers given here that were not taken back. */
  #answered = 0;
  /** What was selected when the last answer was given. */
  #last: string[] = [];
  #skips = false;
  #wake: () => void = () => {};
  /** The things that each answer is about, calculated once for each question. */
  #targets = new Map<Choice, string[]>();
  /** Whether the question is so new that a touch must belong to the previous one. */
  unread = false;
  /** The number of touches, answers and undone actions. */
  #touches = 0;
  /** The answers about each thing. */
  #byTarget = new Map<string, Choice[]>();
  /** The answers that match the selection, and the things they are about; null until they are needed. */
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

  /** The name of a seat, the same everywhere: the chosen name, or the one that the game uses. */
  name(seat: number): string {
    return this.#given(seat) || this.face.seat(seat);
  }

  /** The chosen name of a seat; the viewer's own may be in the settings. */
  #given(seat: number): string {
    return this.chair.names?.[seat] || (seat === this.chair.viewer && !Object.keys(this.chair.names ?? {}).length ? kept.get("name", "") : "");
  }

  /** A line of the log, with the chosen names. */
  say(text: string): string {
    return this.chair.seats.reduce((said, _, at) => {
      const given = this.#given(at + 1);
      return given ? said.replace(new RegExp(`\\b${this.face.seat(at + 1)}\\b`, "gi"), () => given) : said;
    }, text);
  }

  /** The question as the viewer reads it. Who is asked is "you", but for people who share a screen. */
  get asks(): string {
    const { text, to_you } = this.question!;
    return this.say((this.chair.shared ? null : to_you) ?? text);
  }

  /** Shows all remaining events at once. */
  skip(): void {
    if (!this.now) return;
    this.#skips = true;
    this.#wake();
  }

  /** Whether this seat is asked. */
  get mine(): boolean {
    if (this.closed || this.now || this.chair.past) return false;
    const actor = this.question?.actor;
    if (this.chair.viewer === "host") return actor?.kind === "seat" || actor?.kind === "chance";
    return actor?.kind === "seat" && actor.seat === this.chair.viewer;
  }

  /** Whether the table was closed before the game was over. */
  get closed(): boolean {
    return this.chair.standing === "over";
  }

  get over(): boolean {
    return this.question?.actor.kind === "over";
  }

  /** The choices that match the selection. */
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

  /** The state of a thing: it can be touched, it is selected, or neither. */
  state(target: string): "may" | "picked" | "" {
    if (!this.mine || this.busy) return "";
    if (this.picks.includes(target)) return "picked";
    // Another piece, or another orientation, may be chosen at any time.
    if (this.picks.length && /^(piece|lie):/.test(target)) return this.#fitsHand(target) ? "may" : "";
    return this.#narrowed().things.has(target) ? "may" : "";
  }

  /** Whether a piece may be taken in hand, or the piece in hand may lie that way. */
  #fitsHand(target: string): boolean {
    const piece = target.startsWith("lie:") && this.picks.find((pick) => pick.startsWith("piece:"));
    return (this.#byTarget.get(target) ?? []).some((choice) => !piece || this.targetsOf(choice).includes(piece));
  }

  /** Whether any answer is about things of a kind, such as `hex:`. */
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

  /** Handles a touch on a thing. */
  async touch(target: string): Promise<void> {
    if (this.busy || this.unread || this.closed || this.chair.past || !this.table || !this.question) return;
    this.#touches += 1;
    this.verdict = null;
    if (this.picks.includes(target)) {
      this.picks = this.picks.filter((pick) => pick !== target);
      return this.#shown();
    }
    const some = this.mine ? this.#byTarget.get(target) : undefined;
    if (!some || target.startsWith("lie:") && !this.#fitsHand(target)) return this.#whyNot(target);
    const both = [...this.picks, target];
    const left = some.filter((choice) => this.#meets(choice, both));
    // With a piece in hand, touching a place that only suits other pieces asks about this piece.
    const inHand = this.picks.find((pick) => /^(piece|disc):/.test(pick));
    if (!left.length && inHand && target.startsWith("place:") && some.every((choice) => this.targetsOf(choice)[0] !== target || this.targetsOf(choice).some((own) => /^(piece|disc):/.test(own)))) return this.#whyNot(target);
    // Another piece replaces the one in hand and keeps its orientation.
    const lie = this.picks.find((pick) => pick.startsWith("lie:"));
    const swaps = target.startsWith("piece:") && lie && some.some((choice) => this.targetsOf(choice).includes(lie));
    this.picks = left.length ? both : swaps ? [target, lie] : target.startsWith("lie:") && inHand ? [inHand, target] : [target];
    if (target.startsWith("piece:") && this.face.preset) this.picks = this.face.preset(this.question, [target, lie ?? "lie:across"]);
    const choices = left.length ? left : some;
    if (choices.length === 1 && !/^(piece|lie):/.test(target)) return this.answer(choices[0]!.action);
    return this.#shown();
  }

  /** Rotates the piece in hand. */
  turn(): void {
    this.#touches += 1;
    this.picks = this.picks.map((pick) => (pick === "lie:up" ? "lie:across" : pick === "lie:across" ? "lie:up" : pick));
    this.#changed();
  }

  /** Clears the selection. */
  clear(): void {
    this.#touches += 1;
    this.picks = [];
    this.verdict = null;
    this.#changed();
  }

  /** Shows the touch in the next frame, and its consequences in the frame after that. */
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
        // If something else was done meanwhile, the answer is no longer needed.
        if (touch !== this.#touches) return;
        if (why.legal) continue;
        this.verdict = { why };
        return this.#changed();
      } catch {
        // This reading is not a valid answer; try the next one.
      }
    }
    if (touch !== this.#touches) return;
    this.verdict = { message: this.asks };
    this.#changed();
  }

  /** Gives an answer. */
  async answer(action: string): Promise<void> {
    if (this.busy || this.unread || this.closed) return;
    const ready = performance.now() + AFTER_ANSWER;
    this.#touches += 1;
    this.busy = true;
    this.undoable &&= false;
    this.error = "";
    // Nothing is redrawn for this: the touch appears in the next frame, and the answer after it.
    this.dispatchEvent(new Event("touched"));
    const actor = this.question?.actor;
    try {
      await Promise.all([this.chair.play(action), painted()]);
      this.#answered += 1;
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

  /** Takes back an answer. */
  async undo(): Promise<void> {
    if (!this.chair.undo || this.undoable === null || this.busy || this.unread) return;
    this.busy = true;
    this.dispatchEvent(new Event("touched"));
    const taken = await this.chair.undo(1).catch(() => 0);
    if (taken) this.dispatchEvent(new CustomEvent("taken", { detail: taken }));
    this.#answered = Math.max(0, this.#answered - taken);
    this.error = taken ? "" : word("noUndo");
    if (taken) this.lines = [];
    await this.refresh();
  }

  /** Shows what has happened since this seat last saw the table. */
  async comeBack(): Promise<void> {
    this.busy = true;
    this.picks = [];
    this.verdict = null;
    this.#changed();
    await this.refresh();
  }

  /** Reloads everything; overlapping calls wait for each other. */
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
    // Until the engine has been asked, an answer is taken to be final.
    this.undoable = this.#answered ? false : null;
    this.#changed();
    if (this.chair.undo) this.#askUndo();
  }

  /** Asks whether an undo is possible, after the next question is drawn: nobody waits for this. */
  #askUndo = later(UNDO_AFTER, async () => {
    // A touch would not count yet.
    if (this.unread) return this.#askUndo();
    const { table } = this;
    const can = !this.busy && (await this.chair.undoable?.().catch(() => false));
    if (!can || table !== this.table || this.busy) return;
    this.undoable = true;
    this.#changed();
  });

  /** Shows events one by one, on the table as it was before them. */
  async #show(lines: Line[]): Promise<void> {
    this.#skips = false;
    for (const line of lines) {
      if (this.#skips) break;
      const step = this.face.step(line, this.table!, this.cards, this.drawing);
      this.lines = [...this.lines, line];
      if (!step.weight) {
        this.table = step.table ?? this.table;
        continue;
      }
      const time = paces[pace() as Pace] * step.weight;
      this.now = { line, step };
      this.dispatchEvent(new CustomEvent("before", { detail: step.marks ?? [] }));
      this.table = step.table ?? this.table;
      this.drawing = step.drawing ?? this.drawing;
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

  /** Summarizes what happened since the viewer's turn. */
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

/** Milliseconds to wait for a frame at most: a page in the background draws none. */
const UNSEEN = 50;

/** Resolves when all changes so far are on the screen. */
function painted(): Promise<void> {
  return new Promise((go) => {
    const late = setTimeout(go, UNSEEN);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(go);
    });
  });
}

/** The drawing, reusing unchanged items of the last one, so that they are not redrawn. */
export function sharing(last: Drawing | null, now: Drawing | null): Drawing | null {
  if (!last || !now) return now;
  const before = new Map<string, Drawing["items"]>();
  for (const item of last.items) {
    const look = JSON.stringify(item);
    before.set(look, [...(before.get(look) ?? []), item]);
  }
  return { ...now, items: now.items.map((item) => before.get(JSON.stringify(item))?.shift() ?? item) };
}
