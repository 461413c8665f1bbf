// A seat of a room as a Svelte store: `const seat = roomStore(address, token)`, then `$seat.question` and
// `$seat.play(action)`. The question is `null` until the room has answered.
import { readable } from "svelte/store";
import { Room } from "cardwright/room";

export const roomStore = (address, token) =>
  readable({ room: null, question: null, play: async () => {} }, (set) => {
    const room = new Room(address, { token });
    const play = (action) => room.act(action).finally(ask);
    // A lost connection comes back by itself, and then the room asks for the question again.
    const ask = () => room.question().then((question) => set({ room, question, play }), () => {});
    room.onNews = ask;
    room.enter();
    return () => room.close();
  });
