// Visual effects while an event is shown: things light up or shake, numbers rise, something flies.
import { render } from "lit";
import { icon } from "../art/icons.js";
import type { Mark } from "../show.js";

/** Where a place of a large board is on the screen; such places are not elements. */
export type Places = (target: string) => DOMRect | null;

/** The centre of the thing that a mark is about. */
type Point = { x: number; y: number; box: DOMRect };

/** Shows the marks of an event in a layer over the table; `before` is called before the picture changes. */
export class Effects {
  #from = new Map<Mark, { point: Point; copy: Node | null }>();

  constructor(readonly host: HTMLElement, readonly places: Places) {}

  #find(target: string): HTMLElement | null {
    return this.host.querySelector<HTMLElement>(`[data-target="${CSS.escape(target)}"]`);
  }

  #point(target: string): Point | null {
    const box = this.#find(target)?.getBoundingClientRect() ?? this.places(target);
    return box && (box.width || box.height) ? { x: box.x + box.width / 2, y: box.y + box.height / 2, box } : null;
  }

  /** Records the positions of things from which something flies. */
  before(marks: Mark[]): void {
    this.#from.clear();
    for (const mark of marks) {
      const point = mark.from ? this.#point(mark.from) : null;
      if (point) this.#from.set(mark, { point, copy: mark.flies ? null : this.#find(mark.from!)?.querySelector("svg")?.cloneNode(true) ?? null });
    }
  }

  /** Shows the marks for this many milliseconds. */
  after(marks: Mark[], milliseconds: number): void {
    const layer = this.host.querySelector<HTMLElement>(".effects");
    if (!layer) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.hasAttribute("data-still");
    for (const mark of marks) {
      const start = this.#from.get(mark);
      const end = this.#point(mark.at);
      const flight = start && end && !still ? milliseconds * 0.55 : 0;
      if (start && end && flight) this.#fly(layer, mark, start, end, flight);
      setTimeout(() => this.#arrive(layer, mark, milliseconds - flight * 0.9), flight * 0.9);
    }
  }

  #fly(layer: HTMLElement, mark: Mark, { point, copy }: { point: Point; copy: Node | null }, end: Point, milliseconds: number): void {
    const one = document.createElement("span");
    one.className = `flies ${copy ? "thing-itself" : ""}`;
    const zero = layer.getBoundingClientRect();
    if (copy) {
      one.style.width = `${point.box.width}px`;
      one.append(copy);
    } else render(icon(mark.flies ?? "energy", 34), one);
    layer.append(one);
    const half = copy ? point.box.width / 2 : 17;
    const at = (to: Point) => `translate(${to.x - zero.x - half}px, ${to.y - zero.y - half}px)`;
    one.animate([{ transform: `${at(point)} scale(1)` }, { transform: `${at(end)} scale(${!copy ? 1.1 : mark.whole ? 1 : 0.35})` }], { duration: milliseconds, easing: "cubic-bezier(.5,0,.6,1)" }).onfinish = () => one.remove();
  }

  #arrive(layer: HTMLElement, mark: Mark, milliseconds: number): void {
    const thing = this.#find(mark.at);
    const part = mark.part ? [...this.host.querySelectorAll(`[data-target="${CSS.escape(mark.at)}"] [data-slot="${mark.part}"]`), this.#find(`slot:${mark.at.split(":")[1]}:${mark.part}`)] : [thing];
    const look = `fx-${mark.look}`;
    for (const one of part) one?.classList.add(look);
    setTimeout(() => part.forEach((one) => one?.classList.remove(look)), Math.max(milliseconds, 200));
    const point = this.#point(mark.at);
    if (!point) return;
    const zero = layer.getBoundingClientRect();
    const one = document.createElement("span");
    if (mark.text) {
      one.className = `rises ${mark.look}`;
      one.textContent = mark.text;
    } else if (!thing) {
      one.className = `glows ${mark.look}`;
      one.style.width = `${point.box.width}px`;
      one.style.height = `${point.box.height}px`;
    } else return;
    one.style.left = `${point.x - zero.x}px`;
    one.style.top = `${point.y - zero.y}px`;
    layer.append(one);
    setTimeout(() => one.remove(), Math.max(900, milliseconds));
  }
}
