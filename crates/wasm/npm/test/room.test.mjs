// The room client against a real server, and the worker in `worker_threads`. CARDWRIGHT names the program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Client, Room, overWorker } from "cardwright";

const program = process.env.CARDWRIGHT;
const why = program ? globalThis.WebSocket ? false : "Node needs --experimental-websocket" : "CARDWRIGHT names no program";

async function serving() {
  const server = spawn(program, ["serve", "--http", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const found = line.match(/http:\/\/127\.0\.0\.1:\d+/);
    if (found) {
      server.stdout.resume();
      return { server, address: found[0] };
    }
  }
  throw new Error("the server did not start");
}

const made = async (address, body) =>
  (await fetch(`${address}/api/rooms`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

/** Plays whenever the seat is asked, until the game is over. */
function playing(room, each = () => {}) {
  return new Promise((over, failed) => {
    let busy = false, again = false;
    const go = async () => {
      if (busy) return void (again = true);
      busy = true;
      try {
        do {
          again = false;
          const question = await room.question();
          if (question.actor.kind === "over") return over(question.actor);
          if (question.actor.kind === "seat" && question.actor.seat === room.viewer) {
            await each();
            await room.act(question.choices[0].action);
            again = true;
          }
        } while (again);
      } catch (error) {
        // Entering again requests everything again.
        if (room.standing === "there") failed(error);
      } finally {
        busy = false;
      }
    };
    room.onNews = go;
    room.enter().catch(failed);
  });
}

test("two seats play a game, through a connection that breaks", { skip: why, timeout: 120_000 }, async () => {
  const { server, address } = await serving();
  try {
    const { room, seats } = await made(address, { game: "robotory", players: 2 });
    const at = `${address}/api/rooms/${room}`;
    const rooms = seats.map(({ token }) => new Room(at, { token }));
    let acts = 0, breaks = 0;
    const broken = () => { if (++acts % 10 === 0) { breaks++; rooms[0].cut(); throw new Error("the connection is lost"); } };
    const ends = await Promise.all([playing(rooms[0], broken), playing(rooms[1])]);
    assert.ok(breaks > 0);
    assert.deepEqual(ends[0], ends[1]);
    assert.equal(ends[0].kind, "over");
    assert.deepEqual(rooms.map((one) => one.viewer), [1, 2]);
    rooms.forEach((one) => one.close());
  } finally {
    server.kill();
  }
});

/** Plays the first choice whenever the seat is asked. Resolves with the end of the game. */
const follower = (seat) => {
  let over;
  const end = new Promise((resolve) => (over = resolve));
  let at = -1;
  const see = ({ room, question, play }) => {
    if (question === null || question.actions_played === at) return;
    at = question.actions_played;
    if (question.actor.kind === "over") over(question.actor);
    else if (question.actor.kind === "seat" && question.actor.seat === room.viewer) void play(question.choices[0].action);
  };
  return { see, end };
};

test("a hook of React and a store of Svelte play a game", { skip: why, timeout: 120_000 }, async () => {
  const { createElement, useEffect } = await import("react");
  const { create } = await import("react-test-renderer");
  const { useRoom } = await import("../example/react.mjs");
  const { roomStore } = await import("../example/svelte.mjs");
  const { server, address } = await serving();
  try {
    const { room, seats } = await made(address, { game: "robotory", players: 2 });
    const at = `${address}/api/rooms/${room}`;
    const [hook, store] = [follower(), follower()];
    const Seat = () => {
      const seat = useRoom(at, seats[0].token);
      useEffect(() => hook.see(seat), [seat]);
      return seat.question?.text ?? "…";
    };
    const tree = create(createElement(Seat));
    const stop = roomStore(at, seats[1].token).subscribe(store.see);
    const ends = await Promise.all([hook.end, store.end]);
    assert.equal(ends[0].kind, "over");
    assert.deepEqual(ends[0], ends[1]);
    assert.notEqual(tree.toJSON(), "…");
    stop();
    tree.unmount();
  } finally {
    server.kill();
  }
});

test("an unknown token ends it, and a server that is away does not", { skip: why, timeout: 60_000 }, async () => {
  const { server, address } = await serving();
  try {
    const { room } = await made(address, { game: "robotory", players: 2 });
    const stranger = new Room(`${address}/api/rooms/${room}`, { token: "0".repeat(32) });
    await stranger.enter();
    if (stranger.standing !== "over") await once(stranger, "change");
    assert.equal(stranger.ending?.kind, "refused");
    await assert.rejects(stranger.act("place white a1"));
  } finally {
    server.kill();
  }
  await once(server, "exit");
  const waiting = new Room(`${address}/api/rooms/nowhere`);
  await waiting.enter();
  assert.equal(waiting.standing, "coming");
  assert.ok(waiting.tries > 0);
  waiting.close();
  assert.equal(waiting.standing, "over");
});

test("the worker answers in worker_threads", { timeout: 60_000 }, async () => {
  const client = new Client(overWorker(new Worker(new URL(import.meta.resolve("cardwright/worker")))));
  const begun = await client.call("match/new", { game: "robotory", players: 2, seed: 1 });
  const question = await client.call("match/question", { match: begun.match, seat: 1 });
  assert.ok(question.choices.length > 10);
  client.close();
});
