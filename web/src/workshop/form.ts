// A form that writes a card: its block in the card file and its script. Every word in it comes from the engine's lexicon.
import { type TemplateResult, html, nothing } from "lit";
import { Plain } from "../util.js";
import { type Place, placeOf, valuesOf, withValue } from "./block.js";
import { type Fact, type Lexicon, type Moment, type Schema, type Variable, type Verb, candidates, membersOf, scopeOf, typeOf } from "./lexicon.js";
import type { Files } from "./pack.js";
import { type Block, type Fn, OtherShape, type Over, read, write } from "./script.js";

/** The list that contains a block, and the block's index. */
interface At {
  list: Block[];
  at: number;
}

const short = (text: string, most = 76): string => {
  const plain = text.replaceAll("`", "");
  return plain.length > most ? `${plain.slice(0, most - 1).replace(/\s\S*$/, "")} …` : plain;
};
const title = (name: string): string => name.replaceAll(/[_-]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
/** A thing of the lexicon as the text of an option: first its meaning, then how it is written. */
const label = (one: { code: string; about: string }): string => (one.about ? `${short(one.about.replace(/\.$/, ""), 60)} (${one.code})` : one.code);

/** The blocks that contain others, as the list for a new block names them. */
const shapes: [id: string, label: string][] = [["choose", "Choose one of …"], ["each", "For each of …"], ["when", "If … otherwise …"], ["either", "Choose between options"], ["random", "Pick one at random"], ["range", "Choose a number"]];
const overs: [Over, string][] = [["choose", "Choose"], ["each", "For each"], ["random", "At random"]];
const signs = ["==", "!=", "<", "<=", ">", ">="];
const signNames: Record<string, string> = { "==": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least" };

/** `files` has the pack's files with the change, and the path of the file that changed. */
export class CardForm extends Plain {
  static override properties = { files: { attribute: false }, lexicon: { attribute: false }, path: { attribute: false }, card: { attribute: false }, coded: { state: true } };
  declare files: Files;
  declare lexicon: Lexicon;
  /** The card file, and the id of the card in it. */
  declare path: string;
  declare card: string;
  /** The pickers that are switched to code. */
  declare coded: Set<string>;

  constructor() {
    super();
    this.coded = new Set();
  }

  #send(files: Files, path: string): void {
    this.dispatchEvent(new CustomEvent("files", { detail: { files, path } }));
  }

  get #text(): string {
    return this.files[this.path] ?? "";
  }

  #set(key: string, value: unknown): void {
    const place = placeOf(this.#text, this.card);
    if (place) this.#send({ ...this.files, [this.path]: withValue(this.#text, place, key, value) }, this.path);
  }

  override render() {
    const place = placeOf(this.#text, this.card);
    const values = place && valuesOf(this.#text, place);
    if (!place || !values) return html`<p class="other-shape" role="status">The form cannot read this card in ${this.path}: fix what is marked in the code first.</p>`;
    const kind = this.lexicon.kinds.find((one) => one.name === values["kind"]);
    if (!kind) return html`<p class="other-shape" role="status">There is no form for the kind “${String(values["kind"] ?? "")}”.</p>`;
    const stated = kind.facts.filter((fact) => fact.needed || fact.name in values || (fact.name === "play_in" && kind.moments.includes("play")));
    const more = kind.facts.filter((fact) => !stated.includes(fact));
    return html`<form class="card-form stack" aria-label="The card as a form" @submit=${(event: Event) => event.preventDefault()}>
      <p class="small muted">${kind.about}</p>
      <div class="form-row"><label>Name<input id="form-name" maxlength="60" .value=${words(values["name"])} @input=${(event: Event) => this.#set("name", worded(values["name"], input(event)))}></label>
        ${"copies" in values ? html`<label>Copies<input type="number" min="0" max="20" .value=${String(values["copies"])} @input=${(event: Event) => typed(event, (next) => this.#set("copies", next))}></label>` : nothing}</div>
      <label>What it says<textarea id="form-text" rows="2" maxlength="400" .value=${words(values["text"])} @input=${(event: Event) => this.#set("text", worded(values["text"], input(event)))}></textarea></label>
      ${stated.map((fact) => this.#fact(fact, values[fact.name]))}
      ${more.length ? html`<details class="more-facts"><summary class="small">More: ${more.map((fact) => title(fact.name).toLowerCase()).join(", ")}</summary><div class="stack">${more.map((fact) => this.#fact(fact, undefined))}</div></details>` : nothing}
      ${kind.moments.length ? this.#script(place, values, kind.name, kind.moments) : nothing}</form>`;
  }

  // The numbers of the card file.

  #fact(fact: Fact, value: unknown): TemplateResult {
    const set = (next: unknown) => this.#set(fact.name, next);
    const name = html`<span title=${fact.about}>${title(fact.name)}</span>`;
    const id = `fact-${fact.name}`;
    const { schema } = fact;
    const several = schema.oneOf?.find((one) => one.type === "array")?.items?.enum;
    if (schema.enum) {
      return html`<label>${name}<select id=${id} @change=${(event: Event) => set(input(event) || undefined)}>${fact.needed ? nothing : html`<option value="">–</option>`}
        ${schema.enum.map((one) => html`<option .value=${one} ?selected=${one === value}>${title(one)}</option>`)}</select></label>`;
    }
    if (several) {
      const chosen = Array.isArray(value) ? (value as string[]) : value === undefined ? [] : [value as string];
      return html`<fieldset id=${id} class="picks"><legend>${title(fact.name)} <span class="muted small">${short(fact.about)}</span></legend>${several.map((one) => html`<label class="pick"><input type="checkbox" value=${one} .checked=${chosen.includes(one)}
        @change=${() => {
          const next = several.filter((each) => (each === one) !== chosen.includes(each));
          set(next.length > 1 ? next : next[0]);
        }}>${title(one)}</label>`)}</fieldset>`;
    }
    if (schema.type === "boolean") return html`<label class="pick"><input type="checkbox" id=${id} .checked=${value === true} @change=${(event: Event) => set((event.target as HTMLInputElement).checked || undefined)}>${name}</label>`;
    if (schema.type === "integer") return html`<label>${name}<input type="number" id=${id} min=${schema.minimum ?? 0} max=${schema.maximum ?? 99} .value=${value === undefined ? "" : String(value)} @input=${(event: Event) => set(input(event) === "" ? undefined : Number(input(event)))}></label>`;
    if (schema.type === "object" && schema.properties) return this.#dice(fact, (value ?? {}) as Record<string, unknown>, set);
    if (schema.type === "array" && schema.items?.properties) return this.#symbols(fact, (Array.isArray(value) ? value : []) as Record<string, unknown>[], schema.items.properties, set);
    if (schema.oneOf?.some((one) => one.type === "integer")) {
      return html`<label>${name}<input id=${id} size="6" .value=${value === undefined ? "" : String(value)} @input=${(event: Event) => set(numberOr(input(event)))}></label>`;
    }
    const list = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return html`<label>${name}<input id=${id} .value=${list} @change=${(event: Event) => {
      const found = input(event).split(",").map((one) => one.trim()).filter(Boolean);
      set(found.length > 1 ? found : found[0]);
    }}></label>`;
  }

  /** The dice condition of a card: one condition with its numbers. */
  #dice(fact: Fact, value: Record<string, unknown>, set: (next: unknown) => void): TemplateResult {
    const known = fact.schema.properties!;
    const key = Object.keys(value).find((one) => one !== "dice") ?? "any";
    const shape = known[key] ?? {};
    const first = (schema: Schema): unknown => schema.const ?? (schema.type === "integer" ? Math.min(schema.maximum ?? 6, Math.max(schema.minimum ?? 1, 2)) : [6]);
    const simple = Object.entries(known).filter(([name, one]) => name !== "dice" && (one.type !== "array" || one.items?.type === "integer"));
    const sums = /^(sum|highest|lowest)/.test(key);
    return html`<fieldset id=${`fact-${fact.name}`} class="picks"><legend>${title(fact.name)} <span class="muted small">${short(fact.about)}</span></legend>
      <label class="sr" for=${`${fact.name}-how`}>Which dice</label><select id=${`${fact.name}-how`} @change=${(event: Event) => set({ [input(event)]: first(known[input(event)]!) })}>
        ${simple.map(([name]) => html`<option .value=${name} ?selected=${name === key}>${title(name)}</option>`)}${simple.some(([name]) => name === key) ? nothing : html`<option selected>${title(key)}</option>`}</select>
      ${shape.items?.type === "integer" ? [1, 2, 3, 4, 5, 6].map((face) => {
        const faces = (Array.isArray(value[key]) ? value[key] : []) as number[];
        return html`<label class="pick face"><input type="checkbox" .checked=${faces.includes(face)} @change=${() => {
          const next = [1, 2, 3, 4, 5, 6].filter((one) => (one === face) !== faces.includes(one));
          if (next.length) set({ ...value, [key]: next });
          else this.requestUpdate();
        }}>${face}</label>`;
      }) : shape.type === "integer" ? html`<label class="inline"><span class="sr">Number</span><input type="number" min=${shape.minimum ?? 1} max=${shape.maximum ?? 24} .value=${String(value[key])} @input=${(event: Event) => typed(event, (next) => set({ ...value, [key]: next }))}></label>`
        : shape.const === undefined ? html`<span class="muted small">Change it in the code.</span>` : nothing}
      ${sums ? html`<label class="inline">of <input type="number" min="1" max="4" .value=${String(value["dice"] ?? 2)} @input=${(event: Event) => typed(event, (next) => set({ ...value, dice: next }))}> dice</label>` : nothing}</fieldset>`;
  }

  /** The effect symbols of a card, in order. */
  #symbols(fact: Fact, value: Record<string, unknown>[], known: Record<string, Schema>, set: (next: unknown) => void): TemplateResult {
    const put = (at: number, ...rows: Record<string, unknown>[]) => set(value.toSpliced(at, 1, ...rows));
    return html`<fieldset id=${`fact-${fact.name}`} class="picks column"><legend>${title(fact.name)} <span class="muted small">${short(fact.about)}</span></legend>
      ${value.map((row, at) => {
        const [name = "", amount] = Object.entries(row)[0] ?? [];
        return html`<div class="form-row symbol"><select aria-label=${`Effect ${at + 1}`} @change=${(event: Event) => put(at, { [input(event)]: amount })}>${Object.entries(known).map(([one, schema]) => html`<option .value=${one} ?selected=${one === name} title=${schema.description ?? ""}>${title(one)}</option>`)}
            ${name in known ? nothing : html`<option .value=${name} selected>${title(name)}</option>`}</select>
          <input aria-label=${`How much of effect ${at + 1}`} size="6" .value=${String(amount)} @input=${(event: Event) => {
            const next = numberOr(input(event));
            if (next !== undefined) put(at, { [name]: next });
          }}>
          ${value.length > 1 ? html`<button type="button" class="small quiet" aria-label=${`Remove effect ${at + 1}`} @click=${() => put(at)}>×</button>` : nothing}</div>`;
      })}<button type="button" class="small" id="add-symbol" @click=${() => set([...value, { [Object.keys(known)[0]!]: 1 }])}>Add an effect</button></fieldset>`;
  }

  // The script.

  #script(place: Place, values: Record<string, unknown>, kind: string, moments: string[]): TemplateResult {
    const path = typeof values["script"] === "string" ? values["script"] : "";
    const text = path ? this.files[path] ?? "" : "";
    let fns: Fn[];
    try {
      fns = read(text);
      const strange = fns.find((fn) => !moments.includes(fn.name));
      if (strange) throw new OtherShape(`the function \`${strange.name}\` is not one of the moments of this kind of card`, 1);
    } catch (error) {
      const why = error instanceof OtherShape ? `${error.message} (line ${error.line})` : String(error);
      return html`<section class="other-shape" aria-label="What it does"><p role="status">What this card does is shown as code only: ${why}. Everything above still works.</p><pre class="scroll" tabindex="0">${text}</pre></section>`;
    }
    const save = () => this.#save(place, path, fns);
    const free = moments.filter((one) => !fns.some((fn) => fn.name === one)).map((one) => this.lexicon.moments.get(one)!);
    return html`<section class="stack" aria-label="What it does">${fns.map((fn, at) => this.#moment(fn, kind, free, save, () => {
        fns.splice(at, 1);
        save();
      }))}
      <label class="add-moment">When something happens<select id="add-moment" @change=${(event: Event) => {
        const moment = this.lexicon.moments.get(input(event));
        (event.target as HTMLSelectElement).value = "";
        if (!moment) return;
        fns.push({ name: moment.name, params: moment.params.map((one) => one.name), notes: [], body: [], value: moment.gives === "bool" ? "true" : moment.gives ? "1" : null });
        save();
      }}><option value="">Add a moment …</option>${free.map((one) => html`<option .value=${one.name}>${short(one.about, 90)} (${one.name})</option>`)}</select></label></section>`;
  }

  /** Writes the script; a card without functions has no script. */
  #save(place: Place, path: string, fns: Fn[]): void {
    const file = path || `scripts/${this.card}.rhai`;
    const files = { ...this.files };
    if (fns.length) files[file] = write(fns);
    else delete files[file];
    files[this.path] = withValue(this.#text, place, "script", fns.length ? file : undefined);
    this.#send(files, fns.length ? file : this.path);
  }

  #moment(fn: Fn, kind: string, free: Moment[], save: () => void, remove: () => void): TemplateResult {
    const about = this.lexicon.moments.get(fn.name)!;
    const scope = scopeOf(this.lexicon, kind, fn.name, fn.params);
    return html`<fieldset class="moment" data-moment=${fn.name}><legend><select aria-label="When it happens" @change=${(event: Event) => {
        const next = this.lexicon.moments.get(input(event));
        if (!next) return;
        Object.assign(fn, { name: next.name, params: next.params.map((one) => one.name), ...(next.gives === about.gives ? {} : { body: [], value: next.gives === "bool" ? "true" : next.gives ? "1" : null }) });
        save();
      }}>${[about, ...free].map((one) => html`<option .value=${one.name} ?selected=${one === about}>${short(one.about, 90)} (${one.name})</option>`)}</select>
      <button type="button" class="small quiet" aria-label="Remove this moment" @click=${remove}>×</button></legend>
      ${fn.value === null ? this.#blocks(fn.body, scope, fn.name, fn.name, save)
        : about.gives === "bool" ? this.#condition(fn.value, scope, fn.name, (next) => { fn.value = next; save(); })
        : this.#pick("int", fn.value, scope, fn.name, "How much", (next) => { fn.value = next; save(); })}</fieldset>`;
  }

  #blocks(list: Block[], scope: Variable[], moment: string, key: string, save: () => void): TemplateResult {
    const verbs = [...this.lexicon.verbs.values()].filter((one) => !one.only.length || one.only.includes(moment));
    return html`<ol class="blocks">${list.map((one, at) => html`<li class=${`block is-${one.is}`}>${this.#block(one, { list, at }, scope, moment, `${key}/${at}`, save)}</li>`)}
      <li class="add"><select class="add-block" aria-label=${list.length ? "Add another step" : "Add a step"} @change=${(event: Event) => {
        const wanted = input(event);
        (event.target as HTMLSelectElement).value = "";
        const made = this.#made(wanted, scope);
        if (!made) return;
        list.push(made);
        save();
      }}><option value="">${list.length ? "Then …" : "Do …"}</option><optgroup label="Steps with steps inside">${shapes.map(([id, name]) => html`<option .value=${id}>${name}</option>`)}</optgroup>
        <optgroup label="What happens">${verbs.map((one) => html`<option .value=${`do:${one.name}`}>${title(one.name)}: ${short(one.about)}</option>`)}</optgroup></select></li></ol>`;
  }

  /** A new block of a kind, filled with the first things that fit. */
  #made(wanted: string, scope: Variable[]): Block | null {
    if (!wanted) return null;
    const verb = this.lexicon.verbs.get(wanted.replace(/^do:/, ""));
    if (wanted.startsWith("do:") && verb) return { is: "do", verb: verb.name, args: this.#args(verb, scope, []) };
    if (wanted === "when") return { is: "when", condition: this.#firstCondition(scope), body: [], otherwise: null };
    if (wanted === "either") return { is: "either", word: "choose", by: "", options: [{ name: "one", when: "", body: [] }, { name: "other", when: "", body: [] }] };
    const common = { count: "", where: "", order: false, by: "", none: false, body: [] as Block[] };
    if (wanted === "range") return { is: "over", word: "choose", name: this.#free("n", scope), set: "", from: "0", to: "3", ...common };
    const set = this.#sets(scope)[0];
    if (!set) return null;
    return { is: "over", word: wanted as Over, name: this.#nameFor(set.code, scope), set: set.code, from: "", to: "", ...common };
  }

  /**
   * The arguments of a verb: existing ones that fit, otherwise the first thing of the type, starting with the newest
   * name.
   */
  #args(verb: Verb, scope: Variable[], before: string[]): string[] {
    return verb.params.map((param, at) => {
      const old = before[at];
      if (old && typeOf(this.lexicon, old, scope) === param.type) return old;
      if (param.type === "int") return "1";
      const own = scope.filter((one) => one.type === param.type && one.name !== "this");
      return (own.at(-1)?.name ?? candidates(this.lexicon, param.type, scope)[0]?.code) ?? "this";
    });
  }

  #firstCondition(scope: Variable[]): string {
    const number = candidates(this.lexicon, "int", scope)[0]?.code ?? "1";
    return `${number} > 1`;
  }

  #sets(scope: Variable[]): { code: string; about: string }[] {
    const types = [...new Set(this.lexicon.nouns.map((one) => one.gives).filter((one) => one.endsWith("Set")))];
    return types.flatMap((type) => candidates(this.lexicon, type, scope));
  }

  #nameFor(set: string, scope: Variable[]): string {
    const named = this.lexicon.nouns.find((one) => one.name === /^\w+/.exec(set)?.[0])?.member;
    return this.#free(named || membersOf(this.lexicon, set, scope).toLowerCase() || "one", scope);
  }

  #free(name: string, scope: Variable[]): string {
    const taken = new Set([...scope.map((one) => one.name), ...this.lexicon.constants.map((one) => one.name)]);
    let free = name;
    for (let next = 2; taken.has(free); next += 1) free = `${name}${next}`;
    return free;
  }

  #block(one: Block, { list, at }: At, scope: Variable[], moment: string, key: string, save: () => void): TemplateResult {
    const tools = html`<span class="block-tools">${at ? html`<button type="button" class="small quiet" aria-label="Move up" @click=${() => {
        [list[at - 1], list[at]] = [list[at]!, list[at - 1]!];
        save();
      }}>↑</button>` : nothing}<button type="button" class="small quiet" aria-label="Remove this step" @click=${() => {
        list.splice(at, 1);
        save();
      }}>×</button></span>`;
    const inner = (body: Block[], more: Variable[], part: string) => this.#blocks(body, [...scope, ...more], moment, `${key}/${part}`, save);
    switch (one.is) {
      case "note": return html`<div class="form-row"><input aria-label="Remark" class="grow" .value=${one.text} @change=${(event: Event) => { one.text = input(event); save(); }}>${tools}</div>`;
      case "line": return html`<div class="form-row"><code class="grow">${one.code}</code><span class="muted small">change it in the code</span>${tools}</div>`;
      case "do": return this.#verb(one, scope, moment, key, save, tools);
      case "repeat": return html`<div class="form-row"><span>Repeat</span>${this.#pick("int", one.times, scope, key, "How often", (next) => { one.times = next; save(); })}<span>times</span>${tools}</div>${inner(one.body, [], "do")}`;
      case "when": return html`<div class="form-row"><span>If</span>${this.#condition(one.condition, scope, key, (next) => { one.condition = next; save(); })}${tools}</div>${inner(one.body, [], "then")}
        ${one.otherwise ? html`<div class="form-row"><span>Otherwise</span><span class="block-tools"><button type="button" class="small quiet" aria-label="Remove the other case" @click=${() => { one.otherwise = null; save(); }}>×</button></span></div>${inner(one.otherwise, [], "else")}`
          : html`<button type="button" class="small link add-otherwise" @click=${() => { one.otherwise = []; save(); }}>Otherwise …</button>`}`;
      case "either": return html`<div class="form-row"><select aria-label="Who decides" @change=${(event: Event) => { one.word = input(event) as "choose" | "random"; save(); }}><option value="choose" ?selected=${one.word === "choose"}>Choose between</option><option value="random" ?selected=${one.word === "random"}>Chance decides between</option></select>
          ${one.word === "choose" ? this.#by(one.by, scope, key, (next) => { one.by = next; save(); }) : nothing}${tools}</div>
        ${one.options.map((option, place) => html`<div class="form-row"><input aria-label=${`Name of option ${place + 1}`} .value=${option.name} @change=${(event: Event) => { option.name = input(event).replaceAll(/["\\\n]/g, "") || "option"; save(); }}>
            ${one.options.length > 2 ? html`<span class="block-tools"><button type="button" class="small quiet" aria-label=${`Remove option ${place + 1}`} @click=${() => { one.options.splice(place, 1); save(); }}>×</button></span>` : nothing}</div>${inner(option.body, [], `option${place}`)}`)}
        <button type="button" class="small link" @click=${() => { one.options.push({ name: `option ${one.options.length + 1}`, when: "", body: [] }); save(); }}>Another option</button>`;
      case "over": return this.#over(one, scope, key, save, tools, inner);
    }
  }

  #verb(one: Extract<Block, { is: "do" }>, scope: Variable[], moment: string, key: string, save: () => void, tools: TemplateResult): TemplateResult {
    const known = this.lexicon.verbs.get(one.verb);
    const verbs = [...this.lexicon.verbs.values()].filter((verb) => verb === known || !verb.only.length || verb.only.includes(moment));
    return html`<div class="form-row"><select class="verb" aria-label="What happens" title=${known?.about ?? ""} @change=${(event: Event) => {
        const next = this.lexicon.verbs.get(input(event))!;
        one.args = this.#args(next, scope, one.args);
        one.verb = next.name;
        save();
      }}>${known ? nothing : html`<option selected>${one.verb}</option>`}${verbs.map((verb) => html`<option .value=${verb.name} ?selected=${verb === known}>${title(verb.name)}</option>`)}</select>
      ${(known?.params ?? []).map((param, at) => this.#pick(param.type, one.args[at] ?? "", scope, `${key}/${at}`, title(param.name), (next) => { one.args[at] = next; save(); }))}${tools}</div>
      ${known ? html`<p class="small muted block-about">${known.about.replaceAll("`", "")}</p>` : nothing}`;
  }

  #over(one: Extract<Block, { is: "over" }>, scope: Variable[], key: string, save: () => void, tools: TemplateResult, inner: (body: Block[], more: Variable[], part: string) => TemplateResult): TemplateResult {
    const type = one.set ? membersOf(this.lexicon, one.set, scope) : "int";
    const several = Boolean(one.count);
    const more = [{ name: one.name, type: several ? `${type}Set` : type }];
    return html`<div class="form-row"><select aria-label="How it is chosen" @change=${(event: Event) => { one.word = input(event) as Over; if (one.word !== "choose") { one.by = ""; one.none = false; } save(); }}>${overs.map(([word, name]) => html`<option .value=${word} ?selected=${word === one.word}>${name}</option>`)}</select>
        ${several ? html`<code>${one.count}</code>` : nothing}
        ${one.set ? html`<span>of</span>${this.#choice(this.#sets(scope), one.set, `${key}/set`, "Of which", (next) => {
          // The blocks inside keep the name if the members are of the same kind.
          if (membersOf(this.lexicon, next, scope) !== type && !one.body.length) one.name = this.#nameFor(next, scope);
          one.set = next;
          save();
        })}` : html`<span>a number from</span>${this.#pick("int", one.from, scope, `${key}/from`, "From", (next) => { one.from = next; save(); })}<span>to</span>${this.#pick("int", one.to, scope, `${key}/to`, "To", (next) => { one.to = next; save(); })}`}
        <span class="muted small">called <b>${one.name}</b></span>${tools}</div>
      ${one.word === "choose" ? html`<div class="form-row small">${this.#by(one.by, scope, key, (next) => { one.by = next; save(); })}<label class="pick"><input type="checkbox" .checked=${one.none} @change=${(event: Event) => { one.none = (event.target as HTMLInputElement).checked; save(); }}>or none</label></div>` : nothing}
      ${one.where ? html`<div class="form-row"><span>where</span>${this.#condition(one.where, [...scope, ...more], `${key}/where`, (next) => { one.where = next; save(); })}<button type="button" class="small quiet" aria-label="Remove this condition" @click=${() => { one.where = ""; save(); }}>×</button></div>`
        : one.set && !several ? html`<button type="button" class="small link" @click=${() => { one.where = this.#firstCondition(more); save(); }}>Only those where …</button>` : nothing}
      ${inner(one.body, more, "do")}`;
  }

  /** Who chooses: the owner of the card, or somebody else. */
  #by(by: string, scope: Variable[], key: string, set: (next: string) => void): TemplateResult {
    const type = scope.find((one) => one.name === "me")?.type ?? "";
    const all = candidates(this.lexicon, type, scope).filter((one) => one.code !== "me");
    return html`<label class="inline">by<select aria-label="Who chooses" data-key=${key} @change=${(event: Event) => set(input(event))}><option value="">the owner of this card</option>
      ${all.map((one) => html`<option .value=${one.code} ?selected=${one.code === by}>${label(one)}</option>`)}${by && !all.some((one) => one.code === by) ? html`<option .value=${by} selected>${by}</option>` : nothing}</select></label>`;
  }

  #pick(type: string, value: string, scope: Variable[], key: string, name: string, set: (next: string) => void): TemplateResult {
    return this.#choice(candidates(this.lexicon, type, scope), value, key, name, set, type === "int");
  }

  /** One of several things, a number if numbers are allowed, or code. */
  #choice(all: { code: string; about: string }[], value: string, key: string, name: string, set: (next: string) => void, numbers = false): TemplateResult {
    const number = numbers && /^-?\d+$/.test(value);
    const coded = this.coded.has(key) || (!number && !all.some((one) => one.code === value));
    return html`<span class=${number && !coded ? "choice number" : "choice"}><select aria-label=${name} title=${name} @change=${(event: Event) => {
        const next = input(event);
        const coding = new Set(this.coded);
        if (next === "code …") coding.add(key);
        else coding.delete(key);
        this.coded = coding;
        if (next !== "code …") set(next === "number …" ? "1" : next);
      }}>${numbers ? html`<option value="number …" ?selected=${number && !coded}>a number</option>` : nothing}
        ${all.map((one) => html`<option .value=${one.code} ?selected=${one.code === value && !coded}>${label(one)}</option>`)}<option value="code …" ?selected=${coded}>in code …</option></select>
      ${coded ? html`<input class="mono" aria-label=${`${name}, in code`} size="12" .value=${value} @change=${(event: Event) => { const next = input(event).trim(); if (next) set(next); }}>`
        : number ? html`<input type="number" aria-label=${`${name}, a number`} min="0" max="99" .value=${value} @input=${(event: Event) => typed(event, (next) => set(String(next)))}>` : nothing}</span>`;
  }

  /** A condition: a comparison, a question of the game, or code. */
  #condition(value: string, scope: Variable[], key: string, set: (next: string) => void): TemplateResult {
    const compared = / (and|or) /.test(value) ? null : /^([^"]+?) (==|!=|<=|>=|<|>) ([^"]+)$/.exec(value);
    const yes = candidates(this.lexicon, "bool", scope);
    const all = [...yes, ...yes.map((one) => ({ code: `not(${one.code})`, about: `Not: ${one.about}` }))];
    const coded = this.coded.has(key) || (!compared && !all.some((one) => one.code === value));
    const types = [...new Set(["int", ...scope.map((one) => one.type)])].filter((type) => type && type !== "bool" && !type.endsWith("Set"));
    const left = types.flatMap((type) => candidates(this.lexicon, type, scope));
    const type = compared ? typeOf(this.lexicon, compared[1]!, scope) || "int" : "int";
    return html`<span class="choice"><select aria-label="Condition" @change=${(event: Event) => {
        const next = input(event);
        const coding = new Set(this.coded);
        if (next === "code …") coding.add(key);
        else coding.delete(key);
        this.coded = coding;
        if (next !== "code …") set(next === "compare …" ? this.#firstCondition(scope) : next);
      }}><option value="compare …" ?selected=${Boolean(compared) && !coded}>compare two things</option>${all.map((one) => html`<option .value=${one.code} ?selected=${one.code === value && !coded}>${label(one)}</option>`)}<option value="code …" ?selected=${coded}>in code …</option></select>
      ${coded ? html`<input class="mono" aria-label="Condition, in code" .value=${value} @change=${(event: Event) => { const next = input(event).trim(); if (next) set(next); }}>`
        : compared ? html`${this.#choice(left, compared[1]!, `${key}/left`, "What is compared", (next) => {
              const same = typeOf(this.lexicon, next, scope) === type;
              const right = same ? compared[3]! : candidates(this.lexicon, typeOf(this.lexicon, next, scope), scope).find((one) => one.code !== next)?.code ?? "1";
              set(`${next} ${same ? compared[2] : "=="} ${right}`);
            })}<select aria-label="How it is compared" @change=${(event: Event) => set(`${compared[1]} ${input(event)} ${compared[3]}`)}>${(type === "int" ? signs : signs.slice(0, 2)).map((one) => html`<option .value=${one} ?selected=${one === compared[2]}>${signNames[one]}</option>`)}</select>
            ${this.#pick(type, compared[3]!, scope, `${key}/right`, "With what", (next) => set(`${compared[1]} ${compared[2]} ${next}`))}` : nothing}</span>`;
  }
}
customElements.define("cw-card-form", CardForm);

const input = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;

/** Accepts a typed number; an empty field changes nothing yet. */
function typed(event: Event, set: (next: number) => void): void {
  if (/^\d+$/.test(input(event))) set(Number(input(event)));
}

/** A number if it is one, a text such as `1d6+1` otherwise, and nothing if it is empty. */
const numberOr = (text: string): number | string | undefined => (text.trim() === "" ? undefined : /^\d+$/.test(text.trim()) ? Number(text) : text.trim());

/** The English text of a card, which may have several languages. */
const words = (value: unknown): string => (typeof value === "string" ? value : String((value as Record<string, unknown> | undefined)?.["en"] ?? ""));
const worded = (old: unknown, text: string): unknown => ({ ...(typeof old === "object" ? old : {}), en: text.replaceAll(/\s+/g, " ").trim() });
