// A room over WebSocket, and a line that breaks in the middle: node --experimental-websocket room.mjs http://127.0.0.1:8080
const server = process.argv[2] ?? "http://127.0.0.1:8080";

/** Opens a seat and says how many lines it has; `told` gets every line, each once. */
async function enter(room, token, lines, told) {
  const socket = new WebSocket(`${server.replace("http", "ws")}/api/rooms/${room}/ws`);
  const waiting = new Map();
  let asked = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    if (method === "match/news") params.lines.forEach(told); // somebody else has answered
    else if (error) waiting.get(id)?.[1](Object.assign(new Error(error.message), error));
    else waiting.get(id)?.[0](result);
  };
  await new Promise((ready, failed) => Object.assign(socket, { onopen: ready, onerror: failed }));
  const call = (method, params = {}) => new Promise((...both) => {
    waiting.set(++asked, both);
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: asked, method, params }));
  });
  const begun = await call("room/enter", { token, from: lines });
  begun.lines.forEach(told);
  return { call, close: () => socket.close(), actor: begun.actor };
}

const body = JSON.stringify({ game: "moon-bots", seats: ["human", "greedy", "random"] });
const { room, seats } = await (await fetch(`${server}/api/rooms`, { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
const lines = [], told = (line) => lines.push(line);
let me = await enter(room, seats[0].token, 0, told);
await me.call("match/play", { action: "use head 3" }).catch((no) => console.log(no.message, no.data.refusal.cites));
for (let { actor } = me, answers = 1; actor.kind === "seat"; answers += 1) {
  const { choices } = await me.call("match/question");
  const played = await me.call("match/play", { action: choices[answers % choices.length].action });
  played.lines.forEach(told);
  actor = played.actor;
  if (answers === 5) me = (me.close(), await enter(room, seats[0].token, lines.length, told));
}
const all = (await me.call("match/lines")).lines; // nothing was missed, and nothing told twice
console.log(`${lines.length} of ${all.length} lines; ${lines.at(-1).text}`);
me.close();
