// Shows the actions of others event by event: the speed and the sounds.
import type { CardText, Drawing, Item, Line, Table } from "cardwright/index.js";
import { kept } from "./util.js";

/** The milliseconds of a step for each pace. */
export const paces = { off: 0, slow: 1100, normal: 700, fast: 320 } as const;
export type Pace = keyof typeof paces;

const still = () => kept.get("still", false) || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The chosen pace; by default, nothing moves for readers who prefer reduced motion. */
export const pace = (): Pace => {
  const chosen = kept.get<Pace | "">("pace", "");
  return chosen in paces ? (chosen as Pace) : still() ? "off" : "normal";
};

/** An effect shown at a thing during an event. */
export interface Mark {
  /** The thing: its target, such as `robot:2`. */
  at: string;
  look: "lit" | "hit" | "good" | "stop";
  /** The text that rises from it, such as `−2`. */
  text?: string;
  /** The slot of a robot that lights up. */
  part?: string;
  /** The thing that something flies from. */
  from?: string;
  /** What flies: a pictogram, or the thing itself. */
  flies?: string;
  /** Whether the thing keeps its size while it flies, because it stays where it arrives. */
  whole?: boolean;
}

/** An item of a board while an event is shown: moved from a distance, new, or about to disappear. */
export type Moving = Item & { from?: [x: number, y: number]; look?: "lands" | "fades" };

/** How one event is shown. */
export interface Step {
  /** The table after the event, as far as the event tells; after the last event, the engine's view replaces it. */
  table?: Table;
  /** The same for a board. */
  drawing?: Drawing | null;
  marks?: Mark[];
  /** The duration relative to a normal step; 0 is not shown. */
  weight: number;
  sound?: Sound;
  /** The card that did it. */
  card?: CardText | undefined;
}

/** An event as data; its fields depend on the game. */
export const dataOf = (line: Line) => line.event as { kind: string; [key: string]: any };

export type Sound = "dice" | "hit" | "stop" | "buy" | "win";

/** The notes of each sound: start and end frequency, delay in seconds, duration, volume, wave form. */
const notes: Record<Sound, [number, number, number, number, number, OscillatorType][]> = {
  dice: [[420, 180, 0, 0.05, 0.2, "square"], [380, 150, 0.09, 0.05, 0.16, "square"], [340, 140, 0.2, 0.06, 0.12, "square"]],
  hit: [[160, 45, 0, 0.22, 0.5, "sawtooth"], [90, 40, 0.02, 0.3, 0.5, "sine"]],
  stop: [[880, 860, 0, 0.18, 0.18, "triangle"], [1320, 1300, 0, 0.12, 0.1, "sine"]],
  buy: [[520, 520, 0, 0.08, 0.2, "sine"], [780, 780, 0.08, 0.14, 0.2, "sine"]],
  win: [[523, 523, 0, 0.16, 0.22, "triangle"], [659, 659, 0.14, 0.16, 0.22, "triangle"], [784, 784, 0.28, 0.16, 0.22, "triangle"], [1047, 1047, 0.42, 0.4, 0.22, "triangle"]],
};

let audio: AudioContext | undefined;

/** Plays a sound if the reader has switched sounds on. */
export function sound(name: Sound): void {
  if (!kept.get("sound", false)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [from, to, after, long, loud, wave] of notes[name]) {
    const at = audio.currentTime + after;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + long);
    gain.gain.setValueAtTime(loud * 0.4, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}
