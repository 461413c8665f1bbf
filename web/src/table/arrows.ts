// Arrows over a table: from attackers to their targets, from blockers, and between members of a chain.
import { nothing, svg } from "lit";
import { Plain } from "../util.js";

/** An arrow between two things on the table, given by their targets. */
export interface Arrow {
  from: string;
  to: string;
  look: "attack" | "block" | "chain";
  /** The label of the arrow. */
  text?: string;
}

export class Arrows extends Plain {
  static override properties = { arrows: { attribute: false } };
  declare arrows: Arrow[];
  #sizes = new ResizeObserver(() => this.requestUpdate());
  #scrolls = () => this.requestUpdate();

  constructor() {
    super();
    this.arrows = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this.parentElement!);
    this.parentElement!.addEventListener("scroll", this.#scrolls, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** The position of a thing, relative to this layer's corner. */
  #box(target: string): DOMRect | null {
    const found = this.parentElement?.querySelector(`[data-target="${CSS.escape(target)}"]`)?.getBoundingClientRect();
    const zero = this.getBoundingClientRect();
    return found?.width ? new DOMRect(found.x - zero.x, found.y - zero.y, found.width, found.height) : null;
  }

  #arrow({ from, to, look, text }: Arrow) {
    const [start, end] = [this.#box(from), this.#box(to)];
    if (!start || !end) return nothing;
    const middle = (box: DOMRect) => box.x + box.width / 2;
    const down = end.y + end.height / 2 > start.y + start.height / 2;
    const level = Math.abs(start.y - end.y) < start.height / 2;
    const x1 = middle(start);
    // An arrow ends at the nearest part of a wide thing, so that several arrows do not end at the same point.
    const x2 = end.width > start.width * 1.5 ? Math.min(end.right - 14, Math.max(end.x + 14, x1)) : middle(end);
    // Neighbours in a row are joined at their upper edges; rows face each other.
    const [y1, y2] = level ? [start.y + 4, end.y + 4] : down ? [start.bottom - 6, end.y + 4] : [start.y + 6, end.bottom - 4];
    const bend = level ? -26 : (y2 - y1) * 0.45;
    const path = `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 + (level ? bend : -bend)} ${x2} ${y2}`;
    return svg`<g class=${`arrow ${look}`} data-arrow=${`${from} ${to}`}><path d=${path} class="under"/><path d=${path} marker-end=${look === "chain" ? nothing : `url(#head-${look})`}/>
      ${text ? svg`<g transform=${`translate(${(x1 + x2) / 2} ${(y1 + y2) / 2 + (level ? -18 : 0)})`}><rect x="-19" y="-12" width="38" height="24" rx="12"/><text y="5" text-anchor="middle">${text}</text></g>` : nothing}</g>`;
  }

  /** Positions are measured after the table is drawn. */
  override render() {
    if (!this.arrows.length || !this.isConnected) return nothing;
    return svg`<svg class="arrows" aria-hidden="true"><defs>${["attack", "block"].map((look) => svg`<marker id=${`head-${look}`} class=${`arrow ${look}`} viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0 10 5 0 10z"/></marker>`)}</defs>
      ${this.arrows.map((one) => this.#arrow(one))}</svg>`;
  }
}
customElements.define("cw-arrows", Arrows);
