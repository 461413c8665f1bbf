// The opening of a first match, recorded when the page was built. It is shown while the engine is still on its way.
import type { Game, Methods } from "cardwright/index.js";

/** The opponent that the lobby suggests. */
export const USUAL_BOT = "medium";

/** A seed, and the replies of the engine until the first question is on the table, by their calls. */
export interface Opening {
  seed: number;
  replies: Record<string, unknown>;
}

type Call<M extends keyof Methods = keyof Methods> = readonly [method: M, params: Methods[M]["params"]];

/** The key of a call in a record. */
export const keyOf = (...call: Call): string => JSON.stringify(call);

/** What the table asks until the first question of a match is on it. The match is as the lobby suggests it, with its first seat at this screen. */
export function openingCalls({ id, usual, cards }: Pick<Game, "id" | "usual" | "cards">, seed: number): Call[] {
  const of = { match: "m1", seat: 1 };
  const seats = Array.from({ length: usual }, (_, at) => (at ? USUAL_BOT : "human"));
  const calls: Call[] = [
    ["match/new", { game: id, seats, options: {}, packs: [], seed }],
    ["match/question", of], ["match/view", of], ["match/scene", of], ["match/lines", { ...of, from: 0 }],
  ];
  return cards ? [...calls, ["pack/text", { game: id, packs: [], options: {} }]] : calls;
}
