// A seat of a room in React: `const { question, play } = useRoom(address, token)`. The question is `null` until the
// room has answered. The component is drawn again for every question.
import { useEffect, useState } from "react";
import { Room } from "cardwright/room";

export function useRoom(address, token) {
  const [seat, setSeat] = useState({ room: null, question: null, play: async () => {} });
  useEffect(() => {
    const room = new Room(address, { token });
    const play = (action) => room.act(action).finally(ask);
    // A lost connection comes back by itself, and then the room asks for the question again.
    const ask = () => room.question().then((question) => setSeat({ room, question, play }), () => {});
    room.onNews = ask;
    room.enter();
    return () => room.close();
  }, [address, token]);
  return seat;
}
