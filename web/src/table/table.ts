// The table for all games, with the prompt, the log, hints, undo and the replay.
import { type TemplateResult, html, nothing, render } from "lit";
import { cardLarge, cardPicture } from "../art/card.js";
import type { Choice, Odds } from "cardwright/index.js";
import { icon } from "../art/icons.js";
import { LocalChair, type Chair } from "../engine.js";
import { arriving } from "../module.js";
import { Play } from "../play.js";
import { Plain, download, kept, said } from "../util.js";
import { word } from "../words.js";
import { RoomChair } from "../room.js";
import { type Mark, type Pace, pace, paces } from "../show.js";
import { beginning, boardTable, placeBox } from "./boards.js";
import { Effects } from "./effects.js";
import { empireTable } from "./empire.js";
import { faceOf } from "./faces.js";
import { ending } from "./end.js";
import { Coach, minute } from "./guide.js";
import "./log.js";
import { moonBotsTable } from "./moonbots.js";
import { type Keep, freest } from "./place.js";
import "./room.js";
import { promptBar } from "./prompt.js";
import { type Known, Sheet } from "./sheet.js";

/** The paces in order, for a slider. */
const steps = Object.keys(paces) as Pace[];

export class TableElement extends Plain {
  static override properties = {
    chair: { attribute: false }, files: { attribute: false }, compact: { type: Boolean }, search: { state: true }, listed: { state: true },
    showLog: { state: true }, zoom: { state: true }, advice: { state: true },
  };
  declare chair: Chair;
  /** Files of custom packs, for citations of their lines. */
  declare files: Map<string, string> | undefined;
  /** Inside another page, such as the workshop. */
  declare compact: boolean;
  declare search: string;
  /** Whether every answer is shown as a button. */
  declare listed: boolean;
  declare showLog: boolean;
  declare zoom: number;
  declare advice: TemplateResult | null;
  play: Play | null = null;
  #sheet = new Sheet();
  #effects = new Effects(this, (target) => (target.startsWith("place:") ? placeBox(this, this.play?.drawing ?? null, target) : null));
  /** The touched thing while the touch is processed, and what is marked for it. */
  #under: Element | null = null;
  #touched: Element | null = null;
  #brought: unknown = null;
  #hand = (event: Event) => {
    // Touching the table while events are shown skips the rest.
    if (this.play?.now && !(event.target as Element).closest(".log, .tools")) {
      event.stopPropagation();
      return this.play.skip();
    }
    this.#under = (event.target as Element).closest("[data-target], .answers button");
  };
  #keys = (event: KeyboardEvent) => this.#key(event);
  /** More of the engine has arrived: drawn if an answer waits for it. */
  #arriving = () => this.play?.busy && this.requestUpdate();

  constructor() {
    super();
    this.compact = false;
    this.search = "";
    this.listed = false;
    this.showLog = false;
    this.zoom = 1;
    this.advice = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#keys);
    arriving.addEventListener("change", this.#arriving);
    this.addEventListener("click", this.#hand, true);
    this.addEventListener("click", this.#cite);
    for (const kind of ["pointermove", "pointerdown", "pointerup", "pointercancel", "pointerleave"] as const) this.addEventListener(kind, this.#rest);
    document.body.append(this.#sheet);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.play?.skip();
    window.removeEventListener("keydown", this.#keys);
    arriving.removeEventListener("change", this.#arriving);
    this.#sheet.remove();
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("chair")) return;
    this.play?.skip();
    if (!this.chair) return void (this.play = null);
    const known = this.#plays.get(this.chair);
    this.play = known ?? this.#newPlay();
    void (known ? known.comeBack() : this.play.begin());
  }

  /** What each person at this screen has seen. */
  #plays = new WeakMap<Chair, Play>();

  #newPlay(): Play {
    const play = new Play(this.chair, faceOf(this.chair.game));
    this.#plays.set(this.chair, play);
    this.#coaches = this.chair instanceof LocalChair && typeof this.chair.viewer === "number" && !this.compact && Coach.wanted(this.chair.game);
    this.zoom = beginning(this.chair.game);
    play.addEventListener("touched", () => this.#mark());
    play.addEventListener("before", (event) => {
      this.#zoomed(null);
      this.#effects.before((event as CustomEvent<Mark[]>).detail);
    });
    play.addEventListener("step", (event) => {
      const { marks, time } = (event as CustomEvent<{ marks: Mark[]; time: number }>).detail;
      this.#effects.after(marks, time);
    });
    play.addEventListener("read", () => this.#say(play.busy));
    play.addEventListener("change", () => {
      this.requestUpdate();
      if (play.fresh !== play.lines.length) {
        this.search = "";
        this.listed = false;
      }
      if (!play.busy && play === this.play) this.dispatchEvent(new CustomEvent<Play>("played", { detail: play, bubbles: true }));
    });
    play.addEventListener("taken", (event) => this.dispatchEvent(new CustomEvent("taken", { detail: (event as CustomEvent).detail, bubbles: true })));
    play.addEventListener("answered", (event) => this.dispatchEvent(new CustomEvent("answered", { detail: (event as CustomEvent).detail, bubbles: true })));
    return play;
  }

  /** Whether the end was shown already. */
  #ended = false;

  override updated(): void {
    this.#bring();
    this.#spot();
    this.#say(!this.play || this.play.busy || this.play.unread);
    this.#touched?.classList.remove("touched");
    this.#touched = null;
    const play = this.play;
    const ended = this.querySelector<HTMLElement>(".ending");
    // On a phone it arrives above what is seen.
    if (ended && !this.#ended) ended.scrollIntoView({ block: "nearest" });
    this.#ended = Boolean(ended);
    // An answer about a thing that is not on the table can only be given in the list.
    if (play?.mine && !play.busy && !this.listed && !this.compact && !play.picks.length) {
      const seen = (target: string) => this.querySelector(`[data-target="${CSS.escape(target)}"]`) ?? (target.startsWith("place:") && placeBox(this, play.drawing, target));
      this.listed = play.choices.some((choice) => play.targetsOf(choice).length > 0 && !play.targetsOf(choice).some(seen));
    }
  }

  /**
   * Where the table is longer than the window: scrolls what may be touched, or what an event is about, out from under the
   * bar. Once for each question, choice and event, so that a person may scroll away.
   */
  #bring(): void {
    const play = this.play;
    const bar = this.querySelector(".prompt")?.getBoundingClientRect();
    const now = play?.now;
    const about = now ?? (play?.mine && !play.busy ? `${play.lines.length} ${play.question!.text} ${play.picks}` : null);
    if (!bar || !about || about === this.#brought || this.compact || this.querySelector(".coach:not(.doing)")) return;
    this.#brought = about;
    const things = now ? (now.step.marks ?? []).map(({ at }) => `[data-target="${CSS.escape(at)}"]`).join() : ".may";
    const boxes = things ? [...this.querySelectorAll(things)].map((one) => one.getBoundingClientRect()) : [];
    const top = Math.min(...boxes.map((box) => box.top)) - 8;
    const by = Math.max(...boxes.map((box) => box.bottom)) + 8 - bar.top;
    // Of what does not fit, the lowest: a player's own things.
    if (by > 0 || top < 0) scrollBy(0, by > 0 ? by : Math.max(by, top));
  }

  /** Puts the card that did what is shown near where it happens, and over neither that nor the dice. */
  #spot(): void {
    const card = this.querySelector<HTMLElement>(".spotlight");
    const bar = this.querySelector(".prompt")?.getBoundingClientRect();
    if (!card || !bar) return;
    const boxes = (of: string, weight: number): Keep[] => [...this.querySelectorAll(of)].map((one) => [one.getBoundingClientRect(), weight]);
    const things = (this.play?.now?.step.marks ?? []).flatMap(({ at, from }) => [at, from ?? at]).map((at) => `[data-target="${CSS.escape(at)}"]`);
    const about = things.flatMap((of) => boxes(of, 2));
    const keep = [...about, ...boxes(".dice > *, .prompt", 4), ...boxes(".energy-number, .battery, .who strong", 2), ...boxes(".market .thing, .unit", 0.1)];
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const { left, right, top } = this.querySelector(".felt")!.getBoundingClientRect();
    const along = (from: number, to: number) => Array.from({ length: 12 }, (_, at) => from + ((to - from) * at) / 11);
    const near = about[0]?.[0] ?? bar;
    const [x, y] = freest(width, height, along(left, right - width), along(Math.max(0, top), bar.top - height - 8), keep, [near.x, near.bottom]);
    card.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  /** The card under the pointer or in focus, enlarged. */
  #zoomed(of: Element | null): void {
    const layer = this.querySelector<HTMLElement>(".zoom");
    const [kind, ...rest] = (of?.closest<HTMLElement>("[data-target]")?.dataset["target"] ?? "").split(":");
    const view = this.play?.table?.view as { market?: Record<string, string>; players?: { units: { id: string; card: string }[] }[] } | undefined;
    const id = of?.closest<HTMLElement>("[data-show]")?.dataset["show"] ?? (kind === "market" ? view?.market?.[rest[0]!]
      : kind === "unit" ? view?.players?.flatMap((one) => one.units).find((one) => one.id === rest.join(":"))?.card
      : kind === "slot" ? (view as any)?.robots?.find((one: any) => one.robot === rest[0])?.parts[rest[1]!] : rest.at(-1)?.replace(/\.\d+$/, ""));
    const card = this.play?.cards.get(id ?? "");
    if (!layer || !of) return void (layer && render(nothing, layer));
    const box = of.getBoundingClientRect();
    const zero = layer.parentElement!.getBoundingClientRect();
    render(card ? html`<div class="zoom-card">${cardLarge(card)}</div>` : nothing, layer);
    const shown = layer.querySelector<HTMLElement>(".zoom-card");
    if (!shown) return;
    // Beside the thing, on the side with more room, and inside the window.
    const [width, height] = [shown.offsetWidth, shown.offsetHeight];
    const x = box.right + width + 16 < innerWidth ? box.right + 8 : box.left > width + 16 ? box.left - width - 8 : (innerWidth - width) / 2;
    const y = Math.max(8, Math.min(innerHeight - height - 8, box.y + (box.height - height) / 2));
    shown.style.translate = `${x - zero.x}px ${y - zero.y}px`;
  }

  /** Enlarges a card when the pointer or a finger rests on it, but not a card that appears under a resting pointer. */
  #rest = (event: PointerEvent) => {
    const of = (event.target as Element).closest(".card-box .thing, .unit, .chip[data-show], .part-line, .thing.slot");
    const mouse = event.pointerType === "mouse";
    if (event.type === "pointermove" && (!mouse || of === this.#over)) return;
    clearTimeout(this.#resting);
    this.#zoomed(null);
    this.#over = of;
    if (of && event.type === (mouse ? "pointermove" : "pointerdown")) this.#resting = setTimeout(() => !this.play?.now && this.#zoomed(of), mouse ? 450 : 550);
  };
  #coaches = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #over: Element | null = null;

  /** Marks the touched thing, and the table as busy, without redrawing anything. */
  #mark(): void {
    this.#say(true);
    this.#touched = this.#under;
    this.#touched?.classList.add("touched");
  }

  /** Whether the table cannot be touched yet. */
  #say(busy: boolean): void {
    const table = this.querySelector(".table");
    table?.setAttribute("aria-busy", String(busy));
    table?.setAttribute("aria-disabled", String(busy));
    table?.toggleAttribute("data-unread", this.play?.unread === true && !this.play.busy);
  }

  get known(): Known {
    return { game: this.chair.game, cards: this.play!.cards, ...(this.files ? { files: this.files } : {}) };
  }

  #cite = (event: Event) => {
    const one = (event.target as Element).closest<HTMLElement>("[data-cite], [data-show]");
    if (!one) return;
    event.preventDefault();
    if (one.dataset["cite"]) void this.#sheet.cite(one.dataset["cite"], this.known);
    else if (one.dataset["show"]) this.#sheet.card(one.dataset["show"], this.known);
  };

  #key(event: KeyboardEvent): void {
    const play = this.play;
    const typing = (event.target as Element | null)?.closest?.("input, textarea, select, dialog, cw-editor");
    if (!play || typing || !this.checkVisibility() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (play.now && [" ", "Escape", "Enter"].includes(event.key)) {
      event.preventDefault();
      play.skip();
    } else if (event.key === "r" && play.picks.some((pick) => pick.startsWith("lie:"))) play.turn();
    else if (/^[1-9]$/.test(event.key) && play.mine) {
      const buttons = this.querySelectorAll<HTMLButtonElement>(".answers button[data-action]");
      buttons[Number(event.key) - 1]?.click();
    } else if (event.key === "Escape") {
      this.advice = null;
      play.clear();
    } else if (event.key === "u") void play.undo();
    else if (event.key === "z") {
      const shown = this.querySelector(".zoom-card");
      this.#zoomed(shown ? null : this.#over ?? document.activeElement?.closest(".thing, .chip") ?? null);
    } else if (event.key === "l") this.showLog = !this.showLog;
  }

  #point = (choice: Choice | null) => {
    this.querySelectorAll(".pointed").forEach((one) => one.classList.remove("pointed"));
    if (!choice || !this.play?.table) return;
    for (const target of this.play.targetsOf(choice)) {
      this.querySelectorAll(`[data-target="${CSS.escape(target)}"]`).forEach((one) => one.classList.add("pointed"));
    }
  };

  async #hint(): Promise<void> {
    this.advice = html`<p>${word("thinking")}</p>`;
    const [best, odds] = await Promise.all([this.#best(), this.#odds()]);
    this.advice = html`${best}${odds}`;
  }

  async #best(): Promise<TemplateResult> {
    if (!(this.chair instanceof LocalChair) || !this.play?.mine) return html``;
    try {
      const { action, weighed } = await this.chair.hint();
      const text = (of?: string | null) => this.play?.question?.choices.find((one) => one.action === of)?.text;
      const best = text(action);
      if (!best) return html``;
      // The action of the bot, then the two others that it tried most.
      const tried = weighed.toSorted((a, b) => Number(b.action === action) - Number(a.action === action)).slice(0, 3);
      const games = weighed.reduce((sum, one) => sum + one.games, 0);
      return html`<p>${icon("hint", 18)} ${word("bestAnswer")}: <b>${best}</b></p>
        ${games ? html`<p class="small">${games} ${word("gamesTried")}: ${tried.map((one, at) => html`${at ? ", " : ""}${text(one.action)} <b>${Math.round(one.share * 100)} %</b>`)}</p>` : nothing}`;
    } catch (error) {
      return html`<p class="bad">${said(error)}</p>`;
    }
  }

  async #odds(): Promise<TemplateResult> {
    if (!(this.chair instanceof LocalChair) || this.chair.game !== "moon-bots") return html``;
    try {
      const { position } = await this.chair.position();
      if (!position) return html``;
      const players = this.chair.seats.length;
      const found: Odds = await this.chair.engine.call("pack/odds", {
        game: this.chair.game, position, players, options: this.chair.under.options ?? {},
        packs: (this.chair.under.packs ?? []).map((pack) => ({ name: pack.id, files: Object.fromEntries(pack.files) })),
      });
      const turns = found.robot?.turns ?? [];
      return html`<table class="odds"><caption class="small muted">${word("odds")}: what the dice of the active robot are worth on average</caption>
        <thead><tr><th>re-rolls</th><th>fist</th><th>missile</th><th>energy</th></tr></thead>
        <tbody>${turns.map((one) => html`<tr><td>${one.reroll}</td><td>${one.fist.decimal.toFixed(2)}</td><td>${one.missile.decimal.toFixed(2)}</td>
          <td>+${one.gained.decimal.toFixed(2)} −${one.lost.decimal.toFixed(2)}</td></tr>`)}</tbody></table>`;
    } catch (error) {
      return html`<p class="muted small">${said(error)}</p>`;
    }
  }

  async #download(): Promise<void> {
    const save = await this.chair.save?.();
    if (save) download(`${save.game}.json`, JSON.stringify(save, null, 1), "application/json");
  }

  #tools(): TemplateResult {
    const play = this.play!;
    return html`<div class="row tools">
      ${play.now ? html`<input type="range" id="pace-now" min="0" max=${steps.length - 1} .value=${String(steps.indexOf(pace()))} aria-label=${word("pace")} title=${`${word("pace")}: ${word(pace())}`} @input=${(event: Event) => {
        kept.set("pace", steps[Number((event.target as HTMLInputElement).value)]!);
        this.requestUpdate();
      }}>` : nothing}
      ${this.chair.undo && play.undoable !== null ? html`<button class="quiet" id="undo" aria-disabled=${!play.undoable} title=${play.undoable ? `${word("undo")} (u)` : word("noUndo")} @click=${() => void play.undo()}>${icon("undo")}<span class="wide">${word("undo")}</span></button>` : nothing}
      ${this.chair instanceof LocalChair && play.mine ? html`<button class="quiet" title=${word("hint")} @click=${() => void this.#hint()}>${icon("hint")}<span class="wide">${word("hint")}</span></button>` : nothing}
      <button class="quiet narrow-only" aria-expanded=${this.showLog} title=${`${word("log")} (l)`} @click=${() => (this.showLog = !this.showLog)}>${icon("log")}<span class="sr">${word("log")}</span></button>
      ${this.chair.save && !this.compact ? html`<button class="quiet" title=${word("save")} @click=${() => void this.#download()}>${icon("save")}<span class="wide">${word("save")}</span></button>` : nothing}
      <button class="quiet" id="minute" title=${word("minute")} @click=${() => this.#sheet.show(word("minute"), minute(this.chair.game))}>${icon("book")}<span class="sr">${word("minute")}</span></button></div>`;
  }

  override render() {
    const play = this.play;
    if (!play?.table || !play.question) return html`<p class="waiting-note">${play?.error || word("thinking")}</p>`;
    const act = (what: string) => this.dispatchEvent(new CustomEvent(what, { bubbles: true }));
    const prompt = html`${play.over && !this.compact ? ending(play, act) : nothing}${promptBar(play, this.search, (text) => (this.search = text), this.compact || this.listed || kept.get("list", false), () => (this.listed = true), this.#point, this.#tools())}
      ${this.advice ? html`<section class="advice panel" aria-label=${word("hint")}>${this.advice}<button class="small quiet" @click=${() => (this.advice = null)}>${word("close")}</button></section>` : nothing}`;
    return html`<div class=${`table game-${play.table.game} ${this.showLog ? "with-log" : ""} ${this.compact ? "compact" : ""}`} role="group" data-now=${play.now?.line.event["kind"] ?? nothing} aria-label=${word("table")} data-answered=${play.table.actions_played}>
      <div class="felt">${this.chair instanceof RoomChair ? html`<cw-room .chair=${this.chair} .asked=${play.question.actor.kind === "seat" ? play.question.actor.seat : 0} .over=${play.over}></cw-room>` : nothing}${this.#game(play, prompt)}</div>
      <cw-log class="log" .play=${play} .lines=${play.lines} .fresh=${play.fresh}></cw-log>
      <div class="effects" aria-hidden="true"></div><div class="zoom" aria-hidden="true"></div>
      ${play.now?.step.card ? html`<div class="spotlight" aria-hidden="true">${cardPicture(play.now.step.card)}</div>` : nothing}
      ${this.#coaches && !play.over ? html`<cw-coach .game=${this.chair.game} .asked=${play.mine && !play.busy ? play.question.kind : ""}></cw-coach>` : nothing}
    </div>`;
  }

  #game(play: Play, prompt: TemplateResult): TemplateResult {
    const { game, text } = play.table!;
    switch (game) {
      case "moon-bots": return moonBotsTable(play, prompt);
      case "robot-empire": return empireTable(play, prompt);
      case "robotory": case "lunar-command":
        return boardTable(play, prompt, this.zoom, (by) => (this.zoom = Math.min(4, Math.max(0.5, this.zoom * by))));
      default: return html`<pre>${text}</pre>${prompt}`;
    }
  }
}
customElements.define("cw-table", TableElement);
