// The editor: CodeMirror with the words of the game, and with the pack's errors next to their lines.
import { autocompletion, closeBrackets, completionKeymap, snippetCompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { rust } from "@codemirror/legacy-modes/mode/rust";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic } from "cardwright/index.js";
import { fixesOf, offset } from "./fixes.js";
import { type Entry, meant as meantBy } from "./words.js";

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--panel)", height: "100%", fontSize: "14px" },
  ".cm-content": { fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace", caretColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "light-dark(#0b6e990d, #5bb8e014)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "light-dark(#0b6e9933, #5bb8e040) !important" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", maxWidth: "min(460px, 90vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { whiteSpace: "pre-wrap", padding: "8px" },
  ".cm-word": { padding: "6px 10px", whiteSpace: "pre-wrap", fontSize: "13px" },
  ".cm-diagnostic": { padding: "4px 8px" },
  // The default marks are images in data URLs, which the page forbids.
  ".cm-lintRange": { backgroundImage: "none !important", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lint-marker": { content: "'' !important", width: "9px", height: "9px", borderRadius: "50%", background: "var(--bad)", margin: "6px 2px 0" },
  ".cm-lint-marker-warning": { background: "var(--warn)", borderRadius: "2px" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.operatorKeyword], color: "light-dark(#8a2f73, #e094c9)", fontWeight: "600" },
  { tag: [tags.string], color: "light-dark(#1e6b43, #6fd3a0)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "light-dark(#9a4300, #f0a05f)" },
  { tag: [tags.comment], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "light-dark(#0b5c80, #7fc9ea)" },
  { tag: [tags.heading], fontWeight: "700" },
]);

const tomlMode = StreamLanguage.define(toml);
const rhaiMode = StreamLanguage.define(rust);

/** The number of open braces at the end of a script's text, ignoring comments. */
function depth(text: string): number {
  const bare = text.replaceAll(/\/\/.*$/gm, "");
  return bare.split("{").length - bare.split("}").length;
}

/** Events: `change` has the new text, `cursor` the line of the cursor. */
export class Editor extends HTMLElement {
  #view: EditorView | null = null;
  #mode = new Compartment();
  #words: Entry[] = [];
  #path = "";
  #quiet = false;

  connectedCallback(): void {
    if (this.#view) return;
    // The editor creates its style sheets at run time; in a shadow root they need no inline styles, which the page
    // forbids.
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#view = new EditorView({ root, parent: root, state: this.#state("") });
  }

  disconnectedCallback(): void {
    this.#view?.destroy();
    this.#view = null;
    this.shadowRoot!.replaceChildren();
  }

  #state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(),
        autocompletion({ override: [(context) => this.#complete(context)] }), hoverTooltip((view, at) => this.#hover(view, at)),
        // After Escape the next Tab leaves the editor, whatever else Escape closed.
        Prec.highest(EditorView.domEventHandlers({ keydown: (event, view) => {
          if (event.key === "Escape") view.setTabFocusMode(2000);
          return false;
        } })),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
        this.#mode.of(this.#path.endsWith(".rhai") ? rhaiMode : tomlMode), syntaxHighlighting(colours), look, EditorView.lineWrapping, indentUnit.of("    "),
        EditorView.contentAttributes.of({ "aria-label": this.#path || "editor", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.#quiet) this.dispatchEvent(new CustomEvent("change", { detail: update.state.doc.toString(), bubbles: true }));
          if ((update.selectionSet || update.docChanged) && !this.#quiet) {
            const line = update.state.doc.lineAt(update.state.selection.main.head).number;
            this.dispatchEvent(new CustomEvent("cursor", { detail: line, bubbles: true }));
          }
        }),
      ],
    });
  }

  /** Shows a file. */
  open(path: string, text: string): void {
    const old = this.#view?.state.doc.toString();
    if (this.#path === path && old === text) return;
    this.#quiet = true;
    if (this.#path === path && old) {
      // What the form changed can be undone here, and everything else stays in place.
      let from = 0;
      while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
      let end = 0;
      while (end < Math.min(old.length, text.length) - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
      this.#view?.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
    } else {
      this.#path = path;
      this.#view?.setState(this.#state(text));
    }
    this.#quiet = false;
  }

  /** Shows a line without moving the focus. */
  reveal(line: number): void {
    const view = this.#view;
    if (view) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from, { y: "center" }) });
  }

  set words(words: Entry[]) {
    this.#words = words;
  }

  /** Marks the errors in this file. */
  mark(found: Diagnostic[]): void {
    const view = this.#view;
    if (!view) return;
    const { doc } = view.state;
    const text = doc.toString();
    const at = (line: number, column: number) => Math.min(offset(text, Math.min(Math.max(1, line), doc.lines), column), doc.length);
    const marks: Mark[] = found.filter((one) => one.line).map((one) => {
      const from = at(one.line!, one.column ?? 1);
      const to = Math.max(from, at(one.end_line ?? one.line!, one.end_column ?? (one.column ?? 1) + 1));
      return {
        from, to, severity: one.severity, message: `${one.message}${one.help ? `\n${one.help}` : ""} [${one.code}]`,
        actions: fixesOf(one, text).map((fix) => ({ name: fix.title, apply: (editor: EditorView) => {
          // Typing may have moved the place since then.
          if (editor.state.doc.toString() === text) editor.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.write } });
        } })),
      };
    });
    view.dispatch(setDiagnostics(view.state, marks.sort((one, other) => one.from - other.from)));
  }

  /** Moves the cursor to a line and the focus to the editor. */
  goto(line: number): void {
    const view = this.#view;
    if (!view) return;
    const row = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({ selection: { anchor: row.from }, scrollIntoView: true });
    view.focus();
  }

  #complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\w-]+/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const here = this.#path.endsWith(".rhai") ? (depth(context.state.sliceDoc(0, from)) > 0 ? "inside" : "outside") : undefined;
    const fits = this.#words.filter((one) => !here || (one.where ? one.where === here : here === "inside" || one.word === "fn"));
    return {
      from, filter: false,
      // Further typing takes effect at once, so that nobody picks from the list for an earlier letter.
      update: (_result, _from, _to, now) => this.#complete(now),
      options: meantBy(fits, word?.text ?? "").map((one) => (one.template
        ? snippetCompletion(one.template, { label: one.word, type: "phrase", detail: one.brief ?? "phrase", info: one.about })
        : { label: one.word, type: one.kind, info: one.about })),
    };
  }

  #hover(view: EditorView, at: number) {
    const row = view.state.doc.lineAt(at);
    const inside = at - row.from;
    const before = /[\w-]*$/.exec(row.text.slice(0, inside))![0];
    const after = /^[\w-]*/.exec(row.text.slice(inside))![0];
    const word = this.#words.find((one) => one.word === before + after);
    if (!word?.about) return null;
    return { pos: at - before.length, end: at + after.length, create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-word";
      dom.textContent = word.about;
      return { dom };
    } };
  }
}
customElements.define("cw-editor", Editor);
