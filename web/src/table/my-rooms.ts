// The rooms known to this browser: those made here, with the links of their seats, and those in which somebody took a
// seat.
import { kept } from "../util.js";
import { word } from "../words.js";

/** The settings of a room, which are enough to make another one like it. */
export interface RoomWish {
  game: string;
  seats: string[];
  options: Record<string, string>;
  clock?: { seconds: number; increment: number };
}

/** A room made in this browser. */
export interface MadeRoom {
  room: string;
  /** The token of the person who made it. */
  host: string;
  game: string;
  seats: { seat: number; who: string; link?: string }[];
  /** The names that the host chose, by seat. */
  names?: Record<number, string>;
  wish?: RoomWish;
}

/** A room in which somebody took a seat in this browser. */
export interface JoinedRoom {
  room: string;
  game: string;
  /** The part of the address that leads back to the seat. */
  hash: string;
}

/** The maximum number of remembered rooms of each kind. */
const MOST = 8;
/** The maximum length of a name. */
const NAME = 20;

export const made = {
  all: (): MadeRoom[] => kept.get<MadeRoom[]>("rooms", []),
  keep: (rooms: MadeRoom[]): void => kept.set("rooms", rooms.slice(0, MOST)),
  of: (room: string): MadeRoom | undefined => made.all().find((one) => one.room === room),
};

export const joined = {
  all: (): JoinedRoom[] => kept.get<JoinedRoom[]>("joined", []),
  keep: (rooms: JoinedRoom[]): void => kept.set("joined", rooms.slice(0, MOST)),
  add: (one: JoinedRoom): void => joined.keep([one, ...joined.all().filter(({ room }) => room !== one.room)]),
};

/** Makes a room on the server and remembers it. Throws the server's reason. */
export async function makeRoom(wish: RoomWish, names: Record<number, string> = {}): Promise<MadeRoom> {
  const asked = await fetch("api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) }).catch(() => {
    throw new Error(word("serverAway"));
  });
  const answer = await asked.json().catch(() => ({}));
  if (!asked.ok) throw new Error(answer.error?.message ?? String(asked.status));
  const room: MadeRoom = { room: answer.room, host: answer.host, game: wish.game, seats: answer.seats, names, wish };
  made.keep([room, ...made.all()]);
  return room;
}

/** The complete address of a seat's link, with the names that the host chose, because the server does not know them. */
export function addressOf(link: string, names: Record<number, string> = {}): string {
  const list = Array.from({ length: Math.max(0, ...Object.keys(names).map(Number)) }, (_, at) => (names[at + 1] ?? "").replaceAll(",", " ").slice(0, NAME));
  const address = new URL(link.replace(/^\//, ""), location.href.split("#")[0]);
  if (list.some(Boolean)) address.hash += `&names=${encodeURIComponent(list.join(","))}`;
  return address.href;
}

/** The names in an address, each cut to the maximum length. */
export const namesIn = (text: string | null): Record<number, string> =>
  Object.fromEntries((text ?? "").split(",").slice(0, MOST).flatMap((name, at) => (name.trim() ? [[at + 1, name.trim().slice(0, NAME)]] : [])));
