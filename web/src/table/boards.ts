// Boards that the engine draws as shapes: Lunar Command and Robotory. Every place of the board can be touched.
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type {
  Choice, Drawing, Item, Line, LunarCommand, LunarCommandAction, Mark, Question, Robotory, RobotoryAction, Table,
} from "cardwright/index.js";
import type { Face, Play } from "../play.js";
import { type Mark as Seen, type Moving, dataOf } from "../show.js";
import { icon, seatSign } from "../art/icons.js";
import { word } from "../words.js";
import { touchable } from "./touch.js";

const sides = { "robotory": ["Light", "Dark"], "lunar-command": ["Green", "Orange"] };

/** The same drawing with some items moved, new or gone. Items that were about to disappear have done so. */
function redrawn(drawing: Drawing | null, change: (items: Moving[]) => Moving[]): Drawing | null {
  return drawing && { ...drawing, items: change(drawing.items.filter((item: Moving) => item.look !== "fades")) };
}

/** An item at another place, this far away. */
function moved(item: Item, place: string, x: number, y: number): Moving {
  const by = ([left = 0, top = 0]: number[]) => [left + x, top + y];
  const marks = item.marks.map((one) => ("at" in one ? { ...one, at: by(one.at) } : "points" in one ? { ...one, points: one.points.map(by) } : { ...one, lines: one.lines.map((line) => line.map(by)) }) as Mark);
  return { ...item, place, marks, from: [-x, -y] };
}

/** The middle of a hex in a drawing. */
function middle(drawing: Drawing, hex: string): [number, number] {
  const shape = drawing.items.find((item) => item.place === hex)?.marks[0];
  const points = shape?.shape === "polygon" ? shape.points : [[0, 0]];
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length) as [number, number];
}

/** The board of Robotory after an event: a new disc, or a moved robot that burns discs. */
function robotoryDrawing(line: Line, drawing: Drawing | null): Drawing | null {
  const event = dataOf(line);
  const [to, from] = [event["hex"] ?? event["path"]?.at(-1), event["path"]?.[0]] as [string?, string?];
  if (!drawing || !to) return drawing;
  const [x, y] = middle(drawing, to);
  if (event.kind === "placed") {
    const disc = { shape: "circle", at: [x, y - 5], radius: 13, fill: event["colour"], line: event["colour"] === "white" ? "black" : "white", width: 3, faint: false } as Mark;
    return redrawn(drawing, (items) => [...items, { label: `${event["colour"]} disc`, place: to, marks: [disc], look: "lands" }]);
  }
  const start = middle(drawing, from!);
  return redrawn(drawing, (items) => items.map((item) => (item.label === `${event["robot"]} robot` ? moved(item, to, x - start[0], y - start[1])
    : item.label.endsWith(" disc") && event["path"].slice(1).includes(item.place) ? { ...item, look: "fades" } : item)));
}

/** The columns and rows of a piece of Lunar Command. */
const sizeOf = (piece: string, up: boolean): [number, number] => (lies.includes(`piece:${piece}`) ? (up ? [1, 4] : [4, 1]) : [2, 2]);

/** The board of Lunar Command after an event: a new piece, or a figure or UFO at another cell. */
function lunarDrawing(line: Line, drawing: Drawing | null): Drawing | null {
  const event = dataOf(line);
  const grid = drawing && gridOf(drawing);
  if (!grid) return drawing;
  const cell = (name: string) => name.split(",").map(Number) as [number, number];
  if (event.kind === "built") {
    const { kind, cell: place, up } = event["placed"];
    const [[x, y], [columns, rows]] = [cell(place), sizeOf(kind, up)];
    const fill = kind === "straight" || kind === "square" ? "white" : event["who"];
    const piece = { shape: "rect", at: [grid.x + x * grid.cell + 2, grid.y - (y + rows) * grid.cell + 2], size: [columns * grid.cell - 4, rows * grid.cell - 4], round: 3, fill, line: "black", width: 2, faint: false } as Mark;
    return redrawn(drawing, (items) => [...items, { label: kind, place, marks: [piece], look: "lands" }]);
  }
  if (!event["from"] || !event["to"]) return drawing;
  const [[x, y], [toX, toY]] = [cell(event["from"]), cell(event["to"])];
  const goes = ["robot", "astronaut", "UFO", "cells that a UFO blocks"];
  return redrawn(drawing, (items) => items.map((item) => (item.place === event["from"] && goes.includes(item.label) ? moved(item, event["to"], (toX - x) * grid.cell, (y - toY) * grid.cell) : item)));
}

/** How many robots a move brought into light's camp: 1, −1 or 0. The drawing says whose camp a hex is in. */
function crossed(line: Line, drawing: Drawing | null): number {
  const path: string[] = dataOf(line).kind === "moved" ? dataOf(line)["path"] : [];
  const light = (hex?: string) => Number(drawing?.items.some((item) => item.place === hex && item.label.endsWith("camp of light")));
  return light(path.at(-1)) - light(path[0]);
}

export const robotory: Face = {
  seat: (seat) => sides["robotory"][seat - 1] ?? `Player ${seat}`,
  turn: (line) => ["placed", "moved", "refilled"].includes(dataOf(line).kind),
  step: (line, table, _cards, drawing) => {
    const event = dataOf(line);
    const path = (event["path"] ?? (event["hex"] ? [event["hex"]] : [])) as string[];
    const now = structuredClone(table.view as Robotory);
    const supply = now.supplies[event["seat"] - 1];
    if (supply) now.to_move = event["seat"];
    if (event.kind === "placed") supply![event["colour"] as "white" | "black"] -= 1;
    for (const colour of ["white", "black"] as const) {
      const taken = event["take"]?.[colour] ?? 0;
      now.reserve[colour] -= taken;
      if (taken) supply![colour] += taken;
      now.burned[colour] += event["burned"]?.[colour] ?? 0;
    }
    return { weight: 1.2, table: { ...table, view: now } as Table, drawing: robotoryDrawing(line, drawing), marks: path.map((hex) => ({ at: `place:${hex}`, look: "lit" }) as Seen), sound: event.kind === "moved" ? "dice" : undefined };
  },
  score: {
    of: "Robots in camp",
    after: (line, { lines, table, drawing }) => {
      const by = crossed(line, drawing);
      if (!by) return [];
      const later = lines.slice(lines.indexOf(line) + 1).reduce((sum, one) => sum + crossed(one, drawing), 0);
      const [light = 0, dark = 0] = (table!.view as Robotory).camps;
      return [[1, light - later, light - later - by], [2, dark + later, dark + later + by]];
    },
    now: (table) => (table.view as Robotory).camps,
  },
  recap: (lines, viewer) => lines.filter((line) => dataOf(line)["seat"] !== undefined && dataOf(line)["seat"] !== viewer).map((line) => line.text),
  targets(choice: Choice): string[] {
    const answer = choice.data as RobotoryAction;
    switch (answer.kind) {
      case "place": return [`place:${answer.hex}`, `disc:${answer.colour}`];
      case "move": return [`place:${answer.path[0]}`, `place:${answer.path.at(-1)}`, ...answer.path.slice(1, -1).map((hex) => `via:${hex}`)];
      case "refill": return ["reserve", ...(answer.take.white ? ["reserve:white"] : []), ...(answer.take.black ? ["reserve:black"] : [])];
    }
  },
  attempts(target: string, table: Table, _question: Question, picks: string[]): string[] {
    const [kind, one = ""] = target.split(":");
    const disc = picks.find((pick) => pick.startsWith("disc:"))?.slice(5);
    const from = picks.find((pick) => pick.startsWith("place:"))?.slice(6);
    const { robots } = table.view as Robotory;
    const stands = Object.entries(robots).find(([, hex]) => hex === one)?.[0];
    const goes = Object.entries(robots).find(([, hex]) => hex === from)?.[0];
    if (kind === "place" && disc) return [`place ${disc} ${one}`];
    if (kind === "place" && goes) return [`move ${goes} ${from}-${one}`];
    // A robot that cannot move says so of the hex before it or behind it.
    const [column, row] = [one[0], Number(one.slice(1))];
    if (kind === "place") return [...(stands ? [1, -1].map((by) => `move ${stands} ${one}-${column}${row + by}`) : []), ...(stands ? [`move ${stands} ${one}`] : []), `place white ${one}`, `place black ${one}`];
    return kind?.startsWith("reserve") ? ["refill 1 white", "refill 1 black"] : [];
  },
};

export const lunarCommand: Face = {
  seat: (seat) => (seat > 2 ? `Player ${seat}` : sides["lunar-command"][seat - 1]!),
  sign: (seat) => (seat % 2 ? 3 : 2),
  turn: (line) => dataOf(line).kind === "rolled",
  step: (line, table, _cards, drawing) => {
    const event = dataOf(line);
    const now = structuredClone(table.view as LunarCommand);
    if (event.kind === "rolled") Object.assign(now, { face: event["face"], to_move: sides["lunar-command"].findIndex((side) => side.toLowerCase() === event["who"]) + 1 });
    if (event.kind === "scored") now.score = event["score"];
    const cells = [event["to"], event["first"]].filter((one) => /^\d+,\d+$/.test(one ?? ""));
    const scored = event.kind === "scored";
    return { weight: scored ? 2 : 1, table: { ...table, view: now } as Table, drawing: lunarDrawing(line, drawing), marks: cells.map((cell) => ({ at: `place:${cell}`, look: scored ? "good" : "lit", ...(scored ? { text: `+${Math.max(0, ...(event["points"] ?? [0]))}` } : {}) }) as Seen), sound: event.kind === "rolled" ? "dice" : event.kind === "built" ? "buy" : scored ? "stop" : undefined };
  },
  score: {
    of: "Points",
    after: (line) => (dataOf(line).kind === "scored" && Array.isArray(dataOf(line)["score"]) ? (dataOf(line)["score"] as number[]).map((value, at) => [at + 1, value, value - (dataOf(line)["points"]?.[at] ?? 0)]) : []),
  },
  recap: (lines, viewer) => {
    const mine = sides["lunar-command"][(viewer - 1) % 2]!.toLowerCase();
    return lines.filter((line) => dataOf(line).kind === "scored" || dataOf(line)["who"] && dataOf(line)["who"] !== mine).map((line) => line.text);
  },
  preset(question, last) {
    const builds = question.choices.map((choice) => choice.data as LunarCommandAction).filter((answer) => answer.kind === "build");
    if (!builds.length) return [];
    const of = (pick: string) => last.find((one) => one.startsWith(pick));
    const piece = builds.some((one) => `piece:${one.piece}` === of("piece:")) ? of("piece:")! : `piece:${builds[0]!.piece}`;
    if (!lies.includes(piece)) return [piece];
    const lying = builds.filter((one) => `piece:${one.piece}` === piece).map((one) => (one.up ? "lie:up" : "lie:across"));
    return [piece, lying.find((lie) => lie === of("lie:")) ?? lying[0]!];
  },
  targets(choice: Choice): string[] {
    const answer = choice.data as LunarCommandAction;
    switch (answer.kind) {
      case "build": return [`place:${answer.cell}`, `piece:${answer.piece}`, ...(lies.includes(`piece:${answer.piece}`) ? [answer.up ? "lie:up" : "lie:across"] : [])];
      case "walk": case "ufo": return [`place:${answer.from}`, `place:${answer.to}`];
      case "abduct": return [`place:${answer.from}`, `place:${answer.to}`, `place:${answer.with}`];
      case "score": return [`place:${answer.cell}`];
      default: return [];
    }
  },
  attempts(target: string, table: Table, _question: Question, picks: string[]): string[] {
    const [kind, one = ""] = target.split(":");
    const view = table.view as LunarCommand;
    const piece = picks.find((pick) => pick.startsWith("piece:"))?.slice(6);
    const from = picks.find((pick) => pick.startsWith("place:"))?.slice(6);
    if (kind === "place" && piece) return [`${piece} ${one}`, `${piece} ${one} across`, `${piece} ${one} up`];
    if (kind === "place" && from) return [`walk ${from} to ${one}`, `ufo ${from} to ${one}`];
    if (kind === "piece") return [`${one} 0,0`, `${one} 0,0 across`];
    if (kind !== "place") return [];
    const stands = view.robots.includes(one) || view.astronauts.includes(one);
    const ufo = view.ufos.some((each) => each.cell === one);
    return [...(stands ? [`walk ${one} to ${one}`] : []), ...(ufo ? [`ufo ${one} to ${one}`] : []),
      `straight ${one} across`, `square ${one}`, `dome ${one}`, `antenna ${one}`, `airlock ${one} across`];
  },
};

/** The pieces that lie across or up. */
const lies = ["piece:straight", "piece:airlock"];

function mark(one: Mark): SVGTemplateResult {
  const fill = one.fill ? `s-${one.fill}` : "s-none";
  const line = one.line ? `l-${one.line}` : "";
  const look = `${fill} ${line}${one.faint ? " faint" : ""}`;
  const width = one.line ? one.width : 0;
  switch (one.shape) {
    case "rect": return svg`<rect x=${one.at[0]!} y=${one.at[1]!} width=${one.size[0]!} height=${one.size[1]!} rx=${one.round} class=${look} stroke-width=${width}/>`;
    case "circle": return svg`<circle cx=${one.at[0]!} cy=${one.at[1]!} r=${one.radius} class=${look} stroke-width=${width}/>`;
    case "polygon": return svg`<polygon points=${one.points.map((point) => point.join(",")).join(" ")} class=${look} stroke-width=${width} stroke-linejoin="round"/>`;
    case "lines": return svg`<path d=${one.lines.map(([from, to]) => `M${from![0]} ${from![1]}L${to![0]} ${to![1]}`).join("")} class=${look} stroke-width=${width} stroke-linecap="round"/>`;
    case "text": return svg`<text x=${one.at[0]!} y=${one.at[1]!} font-size=${one.size} text-anchor=${one.anchor} class=${`${look}${one.bold ? " bold" : ""}`}>${one.text}</text>`;
  }
}

/** The position of Lunar Command's cells in a drawing: its left edge, its lower edge, and the size of a cell. */
interface Grid {
  x: number;
  y: number;
  cell: number;
  /** The width and the height of all cells. */
  size: [number, number];
}

/** The grid drawn by the engine: the item without a place that has lines; the first line ends the first column. */
function gridOf(drawing: Drawing): Grid | null {
  for (const { place, marks } of drawing.items) {
    const box = marks.find((one) => one.shape === "rect");
    const lines = marks.find((one) => one.shape === "lines");
    if (place || box?.shape !== "rect" || lines?.shape !== "lines") continue;
    const [x = 0, top = 0] = box.at;
    return { x, y: top + box.size[1]!, cell: lines.lines[0]![0]![0]! - x, size: [box.size[0]!, box.size[1]!] };
  }
  return null;
}

/** A board that can be touched: that of a match, or one for building a position. */
export interface Surface {
  game: string;
  drawing: Drawing | null;
  /** Places that answers are about, such as `place:3,4`; cells of a large board are marked. */
  spots: string[];
  state(target: string): "may" | "picked" | "";
  touch(target: string): void;
  /** Whether only the board itself is drawn, because what the drawing says beside it is said by the page. */
  cropped?: boolean;
  /** The columns and rows of the piece in hand. */
  piece?: [number, number] | undefined;
}

/** The initial size of a board; if there is less space next to the prompt, it is scaled down until somebody zooms. */
export const beginning = (game: string): number => (game === "lunar-command" ? 1.2 : 1.6);

/** The board of a match. */
function surface(play: Play): Surface {
  return { game: play.table!.game, drawing: play.drawing, spots: play.things.filter((target) => target.startsWith("place:")), state: (target) => play.state(target), touch: (target) => void play.touch(target), cropped: true, piece: pieceOf(play.picks) };
}

/** The size of the piece in hand in its orientation. */
function pieceOf(picks: string[]): [number, number] | undefined {
  const piece = picks.find((pick) => pick.startsWith("piece:"))?.slice(6);
  return piece ? sizeOf(piece, picks.includes("lie:up")) : undefined;
}

/** The ghost of the piece in hand follows the pointer and shows whether it may be placed there. */
function follow(on: Surface, grid: Grid, event: PointerEvent): void {
  const ghost = (event.currentTarget as SVGSVGElement).querySelector<SVGRectElement>(".ghost-piece");
  const cell = cellAt(grid, event);
  if (!ghost || !cell || !on.piece) return;
  const [columns, rows] = on.piece;
  const place = { x: grid.x + cell[0] * grid.cell, y: grid.y - (cell[1] + rows) * grid.cell, width: columns * grid.cell, height: rows * grid.cell };
  for (const [name, value] of Object.entries(place)) ghost.setAttribute(name, String(value));
  ghost.setAttribute("class", `ghost-piece ${on.state(`place:${cell.join()}`) ? "fits" : "refused"}`);
}

/** The board, with a touchable spot for every place that the engine names or that an answer is about. */
export function board(on: Surface, zoom: number): TemplateResult {
  const drawing = on.drawing;
  if (!drawing) return html`<p class="muted">${word("empty")}</p>`;
  const placed = byPlace(drawing);
  const grid = on.game === "lunar-command" ? gridOf(drawing) : null;
  const [left, top, wide, high] = on.cropped ? cut(drawing, grid) : [0, 0, ...drawing.size as [number, number]];
  const touched = (event: Event) => {
    const place = (event.target as Element).closest("[data-place]")?.getAttribute("data-place");
    if (place) on.touch(`place:${place}`);
    else if (grid && event instanceof MouseEvent) {
      const cell = cellAt(grid, event);
      if (cell) on.touch(`place:${cell.join()}`);
    }
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      touched(event);
    }
  };
  // Light and dark are players of Robotory, so the colours of its board are never inverted. The inner svg cuts off what
  // is beside the board, also where the outer one is larger.
  return html`<div class=${`board-scroll ${zoom === beginning(on.game) ? "fitted" : ""} ${on.game === "robotory" ? "lit" : ""}`} tabindex="0" role="region" aria-label=${drawing.title}><svg class="board" viewBox=${`${left} ${top} ${wide} ${high}`} role="group" aria-label=${`${drawing.title}. ${drawing.about}`}
      @click=${touched} @pointermove=${grid && on.piece ? (event: PointerEvent) => follow(on, grid, event) : nothing} @keydown=${keyed} width=${Math.round(wide * zoom)} height=${Math.round(high * zoom)}>
    ${svg`<svg x=${left} y=${top} width=${wide} height=${high} viewBox=${`${left} ${top} ${wide} ${high}`}>
      ${repeat(drawing.items, (item) => item, (item) => itemArt(on, item, grid, placed))}
      ${grid ? cells(on, grid) : nothing}
      ${grid && on.piece ? svg`<rect class="ghost-piece" rx="4"/>` : nothing}</svg>`}
  </svg></div>`;
}

/** The part of a drawing that is the board: the cells with their numbers, or all places. */
function cut(drawing: Drawing, grid: Grid | null): [number, number, number, number] {
  if (grid) return [grid.x - 26, grid.y - grid.size[1] - 4, grid.size[0] + 32, grid.size[1] + 26];
  const points = drawing.items.filter((item) => item.place).flatMap((item) => item.marks.flatMap((one) => (one.shape === "polygon" ? one.points : [])));
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]!)) as [number[], number[]];
  const [left, top] = [Math.min(...xs) - 6, Math.min(...ys) - 6];
  return points.length ? [left, top, Math.max(...xs) + 6 - left, Math.max(...ys) + 6 - top] : [0, 0, ...drawing.size as [number, number]];
}

/** The things on each place, the lowest first. */
function byPlace(drawing: Drawing): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of drawing.items) found.set(item.place, [...(found.get(item.place) ?? []), item]);
  return found;
}

function itemArt(on: Surface, item: Moving, grid: Grid | null, placed: Map<string, Item[]>): SVGTemplateResult {
  // Unchanged parts of the last picture are not redrawn.
  const art = (marks: Mark[]) => guard([item], () => marks.map(mark));
  const look = `${item.look ?? ""} ${item.from ? "slides" : ""}`;
  const from = item.from ? `--x: ${item.from[0]}px; --y: ${item.from[1]}px` : nothing;
  const body = art(item.marks);
  if (!item.place || grid) return svg`<g class=${look} style=${from}>${guard([item], () => (item.label ? svg`<title>${item.label}</title>` : nothing))}${body}</g>`;
  const state = on.state(`place:${item.place}`);
  // A place is one button, however many things are on it: the lowest thing has the names of all.
  const all = placed.get(item.place)!;
  if (all[0] !== item) return svg`<g class=${`spot ${look}`} style=${from} data-place=${item.place} aria-hidden="true">${body}</g>`;
  const names = all.map((one) => one.label || one.place).join(", ");
  return svg`<g class=${`spot ${state}`} data-place=${item.place} data-target=${`place:${item.place}`} tabindex=${state ? "0" : "-1"} role="button"
    aria-label=${`${names}${state === "may" ? ": may be chosen" : state === "picked" ? ": chosen" : ""}`}>${art(item.marks.slice(0, 1))}${state ? ring(item) : nothing}${art(item.marks.slice(1))}</g>`;
}

/** A ring inside a hex that answers are about: its own edge is half covered by its neighbours. */
function ring({ marks: [hex] }: Item): SVGTemplateResult | typeof nothing {
  if (hex?.shape !== "polygon") return nothing;
  const points = hex.points.map((point) => point.join(",")).join(" ");
  return svg`<g class="hex-ring"><polygon points=${points}/><polygon points=${points}/></g>`;
}

/** Marks on the cells that answers are about. */
function cells(on: Surface, grid: Grid): unknown {
  // By name, so that a cell that stays marked keeps its mark unchanged.
  const marked = on.spots.filter((target) => on.state(target)).sort();
  return repeat(marked, (target) => target, (target) => guard([on.state(target), grid.x, grid.y, grid.cell], () => {
    const place = target.slice(6);
    const [column = 0, row = 0] = place.split(",").map(Number);
    return svg`<rect class=${`cell-spot ${on.state(target)}`} data-place=${place} data-target=${target} x=${grid.x + column * grid.cell + 1} y=${grid.y - (row + 1) * grid.cell + 1}
      width=${grid.cell - 2} height=${grid.cell - 2} rx="3"><title>${place}</title></rect>`;
  }));
}

/** The column and row under the pointer; the board may be drawn at any size, with margins in its box. */
function cellAt(grid: Grid, event: MouseEvent): [number, number] | null {
  const screen = (event.currentTarget as SVGSVGElement).getScreenCTM();
  if (!screen) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
  const [column, row] = [Math.floor((x - grid.x) / grid.cell), Math.floor((grid.y - y) / grid.cell)];
  return column >= 0 && row >= 0 && column < 40 && row < 40 ? [column, row] : null;
}

/** The position of a large board's cell on the screen. */
export function placeBox(host: HTMLElement, drawing: Drawing | null, target: string): DOMRect | null {
  const grid = drawing && gridOf(drawing);
  const [column, row] = target.slice(6).split(",").map(Number);
  const screen = host.querySelector<SVGSVGElement>("svg.board")?.getScreenCTM();
  if (!grid || !screen || row === undefined || Number.isNaN(row)) return null;
  const { x, y } = new DOMPoint(grid.x + column! * grid.cell, grid.y - (row + 1) * grid.cell).matrixTransform(screen);
  return new DOMRect(x, y, grid.cell * screen.a, grid.cell * screen.d);
}

function robotorySide(play: Play): TemplateResult {
  const { supplies, reserve, burned, to_move, camps } = play.table!.view as Robotory;
  const pile = (colour: "white" | "black", many: number, target: string) =>
    touchable(play, target, `${many} ${colour}`, html`<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><circle cx="12" cy="12" r="9" class=${`disc-${colour}`}/></svg> ${many}`, "chip");
  return html`<div class="board-side">${supplies.map((supply, at) => html`<div class=${`supply ${to_move === at + 1 ? "active" : ""}`}>
      <strong>${play.chair.viewer === at + 1 && play.name(at + 1) === play.face.seat(at + 1) ? `${word("you")} · ` : ""}${play.name(at + 1)}</strong> <span class="camp" title="robots in camp">${icon("head", 18)} ${camps[at]}</span> ${pile("white", supply.white, to_move === at + 1 ? "disc:white" : `other:white:${at}`)}${pile("black", supply.black, to_move === at + 1 ? "disc:black" : `other:black:${at}`)}</div>`)}
    <div class="supply"><strong>${word("reserve")}</strong> ${pile("white", reserve.white, "reserve:white")}${pile("black", reserve.black, "reserve:black")}</div>
    <div class="supply small muted">${word("burned")}: ${burned.white} ○ ${burned.black} ●</div></div>`;
}

/** A piece as it looks on the board; walls are white, all others have their player's colour. */
function pieceArt(piece: string, seat: number): TemplateResult {
  const wide = lies.includes(`piece:${piece}`);
  const sign: Record<string, SVGTemplateResult> = {
    straight: svg`<path d="M9 8v4M17 8v4M25 8v4M33 8v4" class="s-none l-muted"/>`, airlock: svg`<rect x="12" y="6.5" width="18" height="7" class="s-white"/>`,
    square: svg`<rect x="6" y="6" width="8" height="8" class="s-none l-muted"/>`, dome: svg`<circle cx="10" cy="10" r="5.5" class="s-none l-white" stroke-width="2"/>`,
    antenna: svg`<path d="M6 6l8 2-6 6zM10 10l4 4" class="s-white l-white"/>`,
  };
  const white = piece === "straight" || piece === "square";
  return html`<svg width=${wide ? 42 : 20} height="20" viewBox=${`0 0 ${wide ? 42 : 20} 20`} aria-hidden="true"><rect x="1.5" y=${wide ? 4.5 : 1.5} width=${wide ? 39 : 17} height=${wide ? 11 : 17} rx="2" class=${`${white ? "s-white" : seat % 2 ? "s-orange" : "s-green"} l-black`} stroke-width="1.5"/>${sign[piece] ?? nothing}</svg>`;
}

function lunarSide(play: Play): TemplateResult {
  const { supplies, score, target } = play.table!.view as LunarCommand;
  const seat = typeof play.chair.viewer === "number" ? (play.chair.viewer - 1) % supplies.length : 0;
  const left = supplies[seat]?.left ?? [];
  return html`<div class="board-side">
    <div class="supply scores">${["green", "orange"].map((side, at) => html`<strong class=${`seat${at ? 2 : 3}`}><svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">${seatSign(at ? 2 : 3)}</svg> ${side} ${score[at]}</strong>
      <span class=${`points seat${at ? 2 : 3}`} aria-hidden="true">${Array.from({ length: target }, (_, nth) => html`<i class=${nth < score[at]! ? "won" : ""}></i>`)}</span>`)}<span class="sr">of ${target}</span></div>
    ${play.over ? nothing : html`<div class="supply">${left.map(([piece, many]) => touchable(play, `piece:${piece}`, `${piece}, ${many} left`, html`${pieceArt(piece, seat)}<span class="piece-name">${piece}</span> <b>${many}</b>`, "chip"))}</div>`}
    ${play.anyOf("lie:") ? html`<div class="supply">${["across", "up"].map((lie) => touchable(play, `lie:${lie}`, `placed ${lie}`, lie, "chip"))}
      <button class="small quiet" @click=${() => play.turn()}>${word("turnPiece")}</button></div>` : nothing}
  </div>`;
}

/** The die: each option of its face is a half with its colour and a sign of what it allows. */
function lunarDie({ face, to_move }: LunarCommand): TemplateResult | typeof nothing {
  if (!face) return nothing;
  const own = to_move % 2 ? "s-green" : "s-orange";
  const halves: Record<string, SVGTemplateResult> = {
    white: svg`<rect width="24" height="24" class="s-white"/><rect x="3" y="9" width="18" height="6" rx="1" class="s-white l-black" stroke-width="1.5"/><path d="M7 11v2M10.5 11v2M14 11v2M17.5 11v2" class="l-black"/>`,
    colour: svg`<rect width="24" height="24" class=${own}/><rect x="6" y="6" width="12" height="12" rx="1" class="s-none l-white" stroke-width="1.5"/><circle cx="12" cy="12" r="3.5" class="s-white"/>`,
    yellow: svg`<rect width="24" height="24" class="die-walk"/><path d="M12 9 16 20H8z" class="s-black"/><circle cx="12" cy="7" r="3.5" class="s-white l-black" stroke-width="1.5"/>`,
    grey: svg`<rect width="24" height="24" class="die-ufo"/><path d="M8 12a4 4 0 0 1 8 0z" class="s-white"/><rect x="4" y="11.5" width="16" height="4" rx="2" class="s-purple l-white"/>`,
  };
  const sides = face.split("-");
  return html`<span class="thing die lunar-die" role="img" aria-label=${`die: ${face}`}><svg viewBox=${`0 0 ${24 * sides.length} 24`} aria-hidden="true">${sides.map((side, at) => svg`<g transform=${`translate(${24 * at} 0)`}>${halves[side] ?? nothing}</g>`)}</svg></span>`;
}

/** The whole table of a game with a board. */
export function boardTable(play: Play, prompt: TemplateResult, zoom: number, zoomed: (by: number) => void): TemplateResult {
  const lunar = play.table!.game === "lunar-command";
  return html`<div class="board-table">
    <div class="row board-tools">${lunar ? lunarDie(play.table!.view as LunarCommand) : nothing}<p class="sr">${play.table!.standing}</p>
      ${lunar ? html`<button class="small" @click=${() => zoomed(1 / 1.3)} aria-label="smaller">−</button><button class="small" @click=${() => zoomed(1.3)} aria-label="larger">+</button>` : nothing}</div>
    ${board(surface(play), zoom)}
    ${lunar ? lunarSide(play) : robotorySide(play)}
    ${prompt}
  </div>`;
}

