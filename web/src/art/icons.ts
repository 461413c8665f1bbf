// Pictograms drawn for this page: one line weight, rounded joins, flat fills.
import { type SVGTemplateResult, type TemplateResult, html, svg } from "lit";

const paths: Record<string, SVGTemplateResult> = {
  fist: svg`<path d="M5 11V8.5a1.7 1.7 0 0 1 3.4 0V7.2a1.7 1.7 0 0 1 3.4 0v-.4a1.7 1.7 0 0 1 3.4 0v1a1.7 1.7 0 0 1 3.4 0V14c0 3.3-2.3 5.5-6 5.5-3.8 0-5.6-1.6-7-4.6l-1.3-2.6c-.5-1 .3-2 1.3-1.8z" fill="currentColor"/>`,
  missile: svg`<path d="M12 2.5c2.6 2 3.6 4.6 3.6 7.7V15H8.4v-4.8c0-3.1 1-5.7 3.6-7.7z" fill="currentColor"/><path d="M8.4 11 5 14.5V18l3.4-1.6zM15.6 11l3.4 3.5V18l-3.4-1.6z" fill="currentColor"/><path d="M10 17.5h4L12 22z" fill="currentColor" opacity=".6"/>`,
  energy: svg`<path d="M13.5 2 5 13.5h5.5L9.5 22 19 9.8h-6z" fill="currentColor"/>`,
  weapon: svg`<rect x="4" y="3" width="16" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.5v.2" stroke="currentColor" stroke-width="2" fill="none" stroke-linecap="round"/>`,
  upgrade: svg`<path d="M12 4v16M4 12h16" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>`,
  head: svg`<rect x="5" y="8" width="14" height="11" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 8V4M9.5 13.5v.1M14.5 13.5v.1" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
  torso: svg`<path d="M5 5h14l-1.5 14h-11z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><circle cx="12" cy="11" r="2.4" fill="currentColor"/>`,
  arm: svg`<path d="M6 4.5v7l6 3" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><path d="M19.5 12.5a4 4 0 1 1-5.3 5.3" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
  leg: svg`<path d="M10 3v9l-2 7h9" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  dice: svg`<rect x="4" y="4" width="16" height="16" rx="4" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="9" cy="9" r="1.5" fill="currentColor"/><circle cx="15" cy="15" r="1.5" fill="currentColor"/><circle cx="12" cy="12" r="1.5" fill="currentColor"/>`,
  shield: svg`<path d="M12 3 5 5.5V11c0 5 3 8 7 10 4-2 7-5 7-10V5.5z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>`,
  again: svg`<path d="M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 4v5h-5M5 20v-5h5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  undo: svg`<path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  hint: svg`<path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.4.3.5.7.5 1.1h6c0-.4.1-.8.5-1.1A6 6 0 0 0 12 3z" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  log: svg`<path d="M5 6h14M5 12h14M5 18h9" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>`,
  save: svg`<path d="M12 4v10M8 10l4 4 4-4M5 19h14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>`,
  share: svg`<path d="M14 5h5v5M19 5l-8 8M16 14v5H5V8h5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  eye: svg`<path d="M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><circle cx="12" cy="12" r="2.8"/>`,
  close: svg`<path d="m6 6 12 12M18 6 6 18" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>`,
  gear: svg`<circle cx="12" cy="12" r="3.2" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>`,
  step: svg`<path d="m9 5 7 7-7 7" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  turn: svg`<path d="m5 5 7 7-7 7M12 5l7 7-7 7" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  play: svg`<path d="M8 5v14l11-7z" fill="currentColor"/>`,
  book: svg`<path d="M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zM12 6v14" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>`,
  coin: svg`<circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2.4"/><path d="M12 8v8" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>`,
  sword: svg`<path d="M19 4 9 14M6 12l6 6M5 19l3-3" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" fill="none"/>`,
  wings: svg`<path d="M12 8c-2-3-5-4-9-4 0 5 3 9 9 9 6 0 9-4 9-9-4 0-7 1-9 4zM12 13v7" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>`,
  target: svg`<circle cx="12" cy="12" r="7" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="12" cy="12" r="2" fill="currentColor"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4" stroke="currentColor" stroke-width="2"/>`,
  moon: svg`<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>`,
};

/** A pictogram inside another drawing: `x`, `y` is its upper left corner. */
export function glyph(name: string, x: number, y: number, size: number, colour = "currentColor"): SVGTemplateResult {
  return svg`<svg x=${x} y=${y} width=${size} height=${size} viewBox="0 0 24 24" color=${colour}>${paths[name] ?? paths["upgrade"]}</svg>`;
}

/** A pictogram by itself; its meaning is next to it in words. */
export function icon(name: string, size = 20): TemplateResult {
  return html`<svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true">${paths[name] ?? paths["upgrade"]}</svg>`;
}

const pips: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [[8, 8], [16, 16]],
  3: [[7.5, 7.5], [12, 12], [16.5, 16.5]],
  4: [[8, 8], [16, 8], [8, 16], [16, 16]],
  5: [[7.5, 7.5], [16.5, 7.5], [12, 12], [7.5, 16.5], [16.5, 16.5]],
  6: [[8, 7], [16, 7], [8, 12], [16, 12], [8, 17], [16, 17]],
};

/** A die inside another drawing; face 0 is a die whose face does not matter. */
export function die(face: number, x: number, y: number, size: number): SVGTemplateResult {
  return svg`<svg x=${x} y=${y} width=${size} height=${size} viewBox="0 0 24 24">
    <rect x="2" y="2" width="20" height="20" rx="5" class="die-face"/>
    ${(pips[face] ?? []).map(([cx, cy]) => svg`<circle cx=${cx} cy=${cy} r="2.2" class="die-pip"/>`)}
  </svg>`;
}

/** The symbol of a seat: a shape in addition to the colour. */
export function seatSign(seat: number, x = 0, y = 0, size = 14): SVGTemplateResult {
  const shape = [
    svg`<circle cx="7" cy="7" r="6"/>`,
    svg`<path d="M7 1 13.5 13H.5z"/>`,
    svg`<rect x="1.5" y="1.5" width="11" height="11" rx="1"/>`,
    svg`<path d="M7 .5 13.5 7 7 13.5.5 7z"/>`,
  ][(seat - 1) % 4];
  return svg`<svg x=${x} y=${y} width=${size} height=${size} viewBox="0 0 14 14" class="seat-sign seat${seat}">${shape}</svg>`;
}
