// The bar with the current question and its answers as buttons and keys; also why something is not allowed.
import { type TemplateResult, html, nothing } from "lit";
import type { Choice, Why } from "cardwright/index.js";
import { icon } from "../art/icons.js";
import { arrived } from "../module.js";
import { LocalChair } from "../engine.js";
import type { Play, Verdict } from "../play.js";
import { word } from "../words.js";
import { fetching } from "./fetching.js";

/** The number of buttons shown at once; if there are more, type to find an answer, or touch the table. */
const MOST = 12;
/** Up to this many answers are all shown as buttons, also those that are about things on the table. */
const FEW = 3;
/** Answers that do nothing. */
const QUIET = /^(skip|pass|buy nothing|keep|stop|stay|done|none|no|do not|do nothing)\b/;
const quiet = (choice: Choice) => QUIET.test(choice.action) || QUIET.test(choice.text);

function who(play: Play): string {
  const actor = play.question!.actor;
  if (actor.kind === "over") {
    const won = actor.winners.map((seat) => play.name(seat));
    return won.length ? `${word("over")}: ${won.join(", ")} ${word("won")}` : `${word("over")}. ${word("nobodyWon")}.`;
  }
  if (play.mine) return word("yourTurn");
  return actor.kind === "seat" ? waitsFor(play, actor.seat) : word("thinking");
}

/** Who everybody waits for, with the bot's name if it is a bot. */
function waitsFor(play: Play, seat: number): string {
  const who = play.chair.seats[seat - 1];
  return `${play.chair.past ? "" : `${word("waitFor")}: `}${play.name(seat)}${who && who !== "human" ? ` · ${who}` : ""}`;
}

function answers(play: Play, search: string, listed: boolean, list: () => void, point: (choice: Choice | null) => void): TemplateResult {
  const wanted = search.toLowerCase();
  const all = play.choices.filter((choice) => !wanted || choice.text.toLowerCase().includes(wanted) || choice.action.includes(wanted));
  // Answers that are about nothing on the table come first, because they can only be given here.
  const bare = (choice: Choice) => play.targetsOf(choice).length === 0;
  const sorted = all.length > MOST ? [...all.filter(bare), ...all.filter((choice) => !bare(choice))] : all;
  // Things on the table are buttons themselves. Other answers are shown here, and the rest on request or if a touch is
  // ambiguous.
  const hidden = !listed && (inHand(play) || !play.picks.length && sorted.length > FEW);
  const some = hidden ? sorted.filter(bare) : sorted;
  const shown = some.slice(0, MOST);
  const loud = sorted.filter((choice) => !quiet(choice));
  const look = (choice: Choice) => (quiet(choice) && sorted.length > 1 ? "calm" : loud.length === 1 || bare(choice) ? "likely" : "aimed");
  return html`<ol class="answers" aria-label=${word("allowed")}>${shown.map((choice, at) => html`<li><button type="button" data-action=${choice.action}
      class=${look(choice)}
      @mouseenter=${() => point(choice)} @mouseleave=${() => point(null)} @focus=${() => point(choice)} @blur=${() => point(null)}
      @click=${() => void play.answer(choice.action)}>${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing}<span>${choice.text}</span></button></li>`)}
    ${hidden && sorted.length > some.length ? html`<li><button type="button" class="small quiet" id="list" @click=${list}>${word("showAll")} (${sorted.length})</button></li>` : nothing}
    ${some.length > MOST ? html`<li class="muted small more">+ ${some.length - MOST}</li>` : nothing}</ol>`;
}

/** Whether a piece follows the pointer. */
const inHand = (play: Play) => play.picks.some((pick) => pick.startsWith("piece:"));

/** "No, because": the verdict, its reasons, the clauses, and what would make the action legal. */
export function verdictView(verdict: Verdict): TemplateResult {
  if ("message" in verdict) return html`<div class="verdict" role="alert"><p>${verdict.message}</p></div>`;
  const why: Why = verdict.why;
  return html`<div class=${`verdict ${why.legal ? "yes" : "no"}`} role="alert">
    <p><strong class=${why.legal ? "good" : "bad"}>${why.legal ? word("yes") : word("no")}</strong>${why.message ? html`: ${why.message}` : nothing}
      ${why.hidden ? html` <span class="muted">(as far as you may know)</span>` : nothing}</p>
    ${why.facts.length ? html`<p class="small"><span class="muted">${word("because")}</span> ${why.facts.join("; ")}</p>` : nothing}
    <p class="small">${why.cited.length ? html`<span class="muted">${word("rule")}</span> ${why.cited.map((one) => html`<button type="button" class="link cite" data-cite=${one.cite}>${one.cite}</button> ${one.title} `)}` : nothing}</p>
    ${why.help ? html`<p class="small">${icon("hint", 16)} ${why.help}</p>` : nothing}
    ${why.legal && why.follows.length ? html`<ul class="small">${why.follows.map((one) => html`<li>${one.text} ${one.cites.map((cite) => html`<button type="button" class="link cite" data-cite=${cite}>${cite}</button> `)}</li>`)}</ul>` : nothing}
  </div>`;
}

/** The event being shown, in place of the question. */
function shown(play: Play, tools: TemplateResult): TemplateResult {
  const { line } = play.now!;
  return html`<section class="prompt showing" aria-label=${word("log")}>
    <div class="prompt-head"><p class="prompt-text grow" aria-live="off">${play.say(line.text)}</p>
      <button type="button" class="small" id="skip" @click=${() => play.skip()}>${word("skip")}</button>${tools}</div></section>`;
}

/** The bar. */
export function promptBar(play: Play, search: string, sought: (text: string) => void, listed: boolean, list: () => void, point: (choice: Choice | null) => void, tools: TemplateResult): TemplateResult {
  const question = play.question!;
  const many = play.choices.length > MOST;
  if (play.now) return shown(play, tools);
  return html`<section class=${`prompt ${play.mine ? "asked" : ""} ${play.over ? "ended" : ""}`} aria-label=${word("allowed")}>
    <div class="prompt-head">
      <div class="grow"><p class=${`prompt-who ${play.link ? "bad" : ""}`} role="status">${play.link || who(play)}</p>
        ${play.over || play.closed ? nothing : html`<p class="prompt-text">${play.asks} <button type="button" class="link cite" data-cite=${question.clause}>${question.clause}</button></p>`}</div>
      ${tools}
    </div>
    ${play.recap.length && !play.over ? html`<p class="recap small"><b>${word("since")}</b> ${play.recap.slice(0, 5).map((one) => html`<span class=${/^−/.test(one) ? "bad" : ""}>${play.say(one)}</span>`)}</p>` : nothing}
    ${play.busy && arrived() < 1 && play.chair instanceof LocalChair ? fetching() : nothing}
    ${play.error ? html`<p class="bad" role="alert">${play.error}</p>` : nothing}
    ${play.verdict ? verdictView(play.verdict) : nothing}
    ${play.picks.length && !inHand(play) ? html`<p class="small muted">${word("narrowed")} <button type="button" class="link" @click=${() => play.clear()}>${word("showAll")}</button></p>` : nothing}
    ${play.mine && many && (listed || play.picks.length && !inHand(play)) ? html`<label class="search"><span class="sr">${word("filter")}</span><input type="search" .value=${search} placeholder=${word("filter")}
      @input=${(event: Event) => sought((event.target as HTMLInputElement).value)}></label>` : nothing}
    ${play.mine ? answers(play, search, listed, list, point) : nothing}
    ${play.closed ? html`<p><button type="button" class="main" id="to-lobby" @click=${(event: Event) => event.target!.dispatchEvent(new CustomEvent("leave", { bubbles: true }))}>${word("toLobby")}</button></p>` : nothing}
  </section>`;
}
