// Finds the place where a tip, or the card of an event, covers least of the table.

/** A box that should stay visible, and how much: 1 for a pixel that counts as much as a pixel of any other box. */
export type Keep = [box: DOMRect, weight: number];

/**
 * Of these positions, the one that covers least of what should stay visible; of equal ones, the nearest to a point.
 * Every position is moved into the window.
 */
export function freest(width: number, height: number, lefts: number[], tops: number[], keep: Keep[], [nearX, nearY]: readonly [number, number]): [x: number, y: number] {
  const inside = (at: number, size: number, most: number) => Math.max(8, Math.min(most - size - 8, at));
  let best: [number, number] = [8, 8];
  let least = Infinity;
  for (const x of lefts.map((left) => inside(left, width, innerWidth))) {
    for (const y of tops.map((top) => inside(top, height, innerHeight))) {
      const covered = keep.reduce((sum, [box, weight]) => sum + weight
        * Math.max(0, Math.min(x + width, box.right) - Math.max(x, box.left)) * Math.max(0, Math.min(y + height, box.bottom) - Math.max(y, box.top)), 0);
      const cost = covered + Math.hypot(x - nearX, y - nearY);
      if (cost < least) [best, least] = [[x, y], cost];
    }
  }
  return best;
}
