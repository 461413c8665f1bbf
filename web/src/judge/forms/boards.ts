// Positions of games with a board: pick a piece, then touch the board to place it.
import { type TemplateResult, html, nothing } from "lit";
import { board } from "../../table/boards.js";
import { type Doc, having, number, table, text, texts } from "../position.js";
import { type Bench, amount, choice, palette } from "./form.js";

const colours = ["white", "black", "red"];

/** The board as drawn by the engine; touches are passed to `lay`. */
function canvas(bench: Bench, game: string, zoom: number, lay: (place: string) => Doc | null): TemplateResult {
  return board({
    game, drawing: bench.drawing, spots: [],
    state: (target) => (bench.brush && target.startsWith("place:") ? "may" : ""),
    touch: (target) => {
      const doc = lay(target.replace(/^place:/, ""));
      if (doc) bench.change(doc);
    },
  }, zoom);
}

/** Robotory's discs and robots without those on a hex. */
function cleared(doc: Doc, hex: string): Doc {
  const discs = table(doc, "discs");
  return having(doc, "discs", Object.fromEntries(["white", "black"].map((one) => [one, texts(discs, one).filter((other) => other !== hex)])));
}

function layRobotory(bench: Bench, hex: string): Doc | null {
  const [what = "", colour = ""] = bench.brush.split(":");
  const doc = cleared(bench.doc, hex);
  if (what === "erase") return doc;
  if (what === "robot") return having(doc, "robots", { ...table(doc, "robots"), [colour]: hex });
  if (what !== "disc") return null;
  const discs = table(doc, "discs");
  return having(doc, "discs", { ...discs, [colour]: [...texts(discs, colour), hex] });
}

/** The form of Robotory. */
export function robotoryForm(bench: Bench): TemplateResult {
  const { doc } = bench;
  const supply = (of: string) => ["white", "black"].map((colour) => amount(`${of} ${colour}`, number(table(doc, of), colour, 0), 0, 28,
    (value) => bench.change(having(doc, of, { ...table(doc, of), [colour]: value }))));
  return html`<div class="row">${choice("To move", ["light", "dark"], text(doc, "to_move", "light"), (side) => bench.change(having(doc, "to_move", side)))}</div>
    ${palette(bench, [...colours.map((one): [string, string] => [`robot:${one}`, `${one} robot`]), ["disc:white", "white disc"], ["disc:black", "black disc"], ["erase", "take away"]])}
    ${canvas(bench, "robotory", 1.4, (hex) => layRobotory(bench, hex))}
    <div class="amounts">${supply("light")}${supply("dark")}${doc["reserve"] ? supply("reserve") : nothing}</div>
    ${doc["reserve"] ? nothing : html`<p class="small muted">All other discs lie in the reserve.</p>`}`;
}

/** The kinds of pieces of Lunar Command: those with an orientation, and those with an owner. */
const pieces: { key: string; name: string; lies?: boolean; owned?: boolean }[] = [
  { key: "straight", name: "straight wall", lies: true }, { key: "square", name: "square wall" }, { key: "dome", name: "dome", owned: true },
  { key: "airlock", name: "airlock", lies: true, owned: true }, { key: "antenna", name: "antenna", owned: true },
  { key: "robots", name: "robot" }, { key: "astronauts", name: "astronaut" }, { key: "ufos", name: "UFO" },
];

/** The lists that contain pieces, each with the function that writes it back. */
function lists(doc: Doc): { name: string; list: string[]; put: (doc: Doc, list: string[]) => Doc }[] {
  return pieces.flatMap(({ key, name, owned }) => (owned
    ? ["green", "orange"].map((colour) => ({ name: `${colour} ${name}`, list: texts(table(doc, key), colour), put: (to: Doc, list: string[]) => having(to, key, { ...table(to, key), [colour]: list }) }))
    : [{ name, list: texts(doc, key), put: (to: Doc, list: string[]) => ({ ...to, [key]: list }) }]));
}

function layLunar(bench: Bench, cell: string): Doc | null {
  const { doc, brush } = bench;
  if (brush === "erase") {
    // The piece whose own cell this is: for a wall the lower left one. Remove other pieces in the list below the board.
    return lists(doc).reduce((left, { list, put }) => put(left, list.filter((one) => one.split(" ")[0] !== cell)), doc);
  }
  const [key = "", colour = "", lies = ""] = brush.split(":");
  const piece = pieces.find((one) => one.key === key);
  if (!piece) return null;
  const word = lies ? `${cell} ${lies}` : cell;
  const found = lists(doc).find((one) => one.name === (piece.owned ? `${colour} ${piece.name}` : piece.name));
  return found ? found.put(doc, [...found.list.filter((one) => one !== word), word]) : null;
}

/** The form of Lunar Command. */
export function lunarForm(bench: Bench): TemplateResult {
  const { doc } = bench;
  const brushes = pieces.flatMap(({ key, name, lies, owned }): [string, string][] => (owned ? ["green", "orange"] : [""]).flatMap((colour) =>
    (lies ? ["across", "up"] : [""]).map((way): [string, string] => [`${key}:${colour}:${way}`, [colour, name, way].filter(Boolean).join(" ")])));
  const faces = bench.chances.filter((one) => one.startsWith("roll ")).map((one) => one.slice(5));
  return html`<div class="row">${choice("To move", ["green", "orange"], text(doc, "to_move", "green"), (side) => bench.change(having(doc, "to_move", side)))}
      ${choice("The die shows", ["", ...new Set([...faces, ...(doc["face"] ? [text(doc, "face", "")] : [])])], text(doc, "face", ""), (face) => bench.change(having(doc, "face", face || undefined)), "face")}
      ${["green", "orange"].map((colour) => amount(`Points of ${colour}`, number(table(doc, "score"), colour, 0), 0, 60, (value) => bench.change(having(doc, "score", { ...table(doc, "score"), [colour]: value }))))}</div>
    ${palette(bench, [...brushes, ["erase", "take away"]])}
    <form class="row" @submit=${(event: Event) => {
      event.preventDefault();
      const input = (event.target as HTMLFormElement).querySelector("input")!;
      const doc = /^\d+,\d+$/.test(input.value.trim()) ? layLunar(bench, input.value.trim()) : null;
      if (doc) bench.change(doc);
    }}><label class="row">on cell<input size="6" id="lay-cell" placeholder="12,7" pattern="\\s*\\d+,\\d+\\s*"></label><button class="small" ?disabled=${!bench.brush}>Lay it</button>
      <span class="small muted">or touch the board: the lower left cell of the piece</span></form>
    <div class="lay">${canvas(bench, "lunar-command", 1.2, (cell) => layLunar(bench, cell))}</div>
    <details><summary>Pieces on the board</summary>${lists(doc).filter(({ list }) => list.length).map(({ name, list, put }) => html`<p class="small"><b>${name}</b> ${list.map((one) => html`<button type="button" class="chip" aria-label=${`take away ${name} ${one}`}
      @click=${() => bench.change(put(doc, list.filter((other) => other !== one)))}>${one} ×</button> `)}</p>`)}</details>`;
}
