// A match at the table: what is asked, what is seen, and what a touch means. It knows no rule: everything comes from the
// question's choices, and what is not among them is asked of the engine ("why not?").
import type { CardText, Choice, Drawing, Line, Question, Table, Why } from "cardwright/index.js";
import type { Chair } from "./engine.js";
import { said } from "./util.js";

/** How a game's answers and things on the table belong together. */
export interface Face {
  /** The things that an answer is about; touching all of them gives it. */
  targets(choice: Choice, table: Table): string[];
  /** What somebody probably means who touches a thing that no answer is about, in notation; `picks` were pointed at before. */
  attempts(target: string, table: Table, question: Question, picks: string[]): string[];
}

/** What a touch of something that may not be done gives. */
export type Verdict = { why: Why } | { message: string };

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
  /** What changed with the last answer, by thing: shown for a moment. */
  #byTarget = new Map<string, Choice[]>();
  #drawn: Promise<void> = Promise.resolve();

  constructor(readonly chair: Chair, readonly face: Face) {
    super();
    chair.onNews = () => void this.refresh();
    chair.onLink = (stands, reason) => {
      this.link = stands ? "" : reason || "lost";
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

  /** Whether this chair is asked. */
  get mine(): boolean {
    const actor = this.question?.actor;
    if (this.chair.viewer === "host") return actor?.kind === "seat" || actor?.kind === "chance";
    return actor?.kind === "seat" && actor.seat === this.chair.viewer;
  }

  get over(): boolean {
    return this.question?.actor.kind === "over";
  }

  /** The choices that are left under what is pointed at. */
  get choices(): Choice[] {
    if (!this.question || !this.table) return [];
    if (!this.picks.length) return this.question.choices;
    return this.question.choices.filter((choice) => this.#meets(choice, this.picks));
  }

  /** What a thing is now: one that may be touched, one that is pointed at, or neither. */
  state(target: string): "may" | "picked" | "" {
    if (!this.mine || this.busy) return "";
    if (this.picks.includes(target)) return "picked";
    const some = this.#byTarget.get(target);
    if (!some) return "";
    return !this.picks.length || some.some((choice) => this.#meets(choice, this.picks)) ? "may" : "";
  }

  /** Whether any answer is about such things, such as `hex:`. */
  anyOf(prefix: string): boolean {
    return [...this.#byTarget.keys()].some((target) => target.startsWith(prefix));
  }

  #meets(choice: Choice, picks: string[]): boolean {
    const own = this.face.targets(choice, this.table!);
    return picks.every((pick) => own.includes(pick));
  }

  /** Somebody touches a thing. */
  async touch(target: string): Promise<void> {
    if (this.busy || !this.table || !this.question) return;
    this.verdict = null;
    if (this.picks.includes(target)) {
      this.picks = this.picks.filter((pick) => pick !== target);
      return this.#changed();
    }
    const some = this.mine ? this.#byTarget.get(target) : undefined;
    if (!some) return this.#whyNot(target);
    const both = [...this.picks, target];
    const left = some.filter((choice) => this.#meets(choice, both));
    // With a piece in hand a place that is only good for others is a question about this piece.
    if (!left.length && this.picks.some((pick) => /^(piece|disc):/.test(pick)) && target.startsWith("place:")) return this.#whyNot(target);
    this.picks = left.length ? both : [target];
    const choices = left.length ? left : some;
    if (choices.length === 1) return this.answer(choices[0]!.action);
    this.#changed();
  }

  /** Points at nothing. */
  clear(): void {
    this.picks = [];
    this.verdict = null;
    this.#changed();
  }

  async #whyNot(target: string): Promise<void> {
    for (const action of this.face.attempts(target, this.table!, this.question!, this.picks)) {
      try {
        const why = await this.chair.why(action);
        if (why.legal) continue;
        this.verdict = { why };
        return this.#changed();
      } catch {
        // Not an answer at all: perhaps the next reading is.
      }
    }
    this.verdict = { message: this.question!.text };
    this.#changed();
  }

  /** "May I?" of any notation. */
  async ask(action: string): Promise<void> {
    try {
      this.verdict = { why: await this.chair.why(action) };
    } catch (error) {
      this.verdict = { message: said(error) };
    }
    this.#changed();
  }

  /** Gives an answer. */
  async answer(action: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = "";
    this.#changed();
    const actor = this.question?.actor;
    try {
      await this.chair.play(action);
      this.dispatchEvent(new CustomEvent("answered", { detail: { actor, action } }));
    } catch (error) {
      this.error = said(error);
    }
    this.picks = [];
    this.verdict = null;
    await this.refresh();
  }

  /** Takes an answer back. */
  async undo(): Promise<void> {
    if (!this.chair.undo || this.busy) return;
    this.busy = true;
    this.#changed();
    const taken = await this.chair.undo(1).catch(() => 0);
    if (taken) this.dispatchEvent(new CustomEvent("taken", { detail: taken }));
    this.error = taken ? "" : "Nothing can be taken back: dice or hidden cards came to light since.";
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
      this.question = question;
      this.table = table;
      this.drawing = scene?.drawing ?? null;
      this.fresh = this.lines.length;
      this.lines = [...this.lines, ...news.lines];
      this.#index();
    } catch (error) {
      this.error = said(error);
    }
    this.busy = false;
    this.#changed();
  }

  #index(): void {
    this.#byTarget.clear();
    for (const choice of this.question!.choices) {
      for (const target of this.face.targets(choice, this.table!)) {
        const some = this.#byTarget.get(target);
        if (some) some.push(choice);
        else this.#byTarget.set(target, [choice]);
      }
    }
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}
