// Two browsers in a room of the server: hidden hands stay hidden, and a killed server is gone on with.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { access, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { browse, open } from "./stage.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.env.CARDWRIGHT ?? here("../../target/debug/cardwright");
const serves = await access(program).then(() => spawnSync(program, ["serve", "--help"], { encoding: "utf8" }).stdout.includes("--web"), () => false);
const skip = serves ? false : "no program that serves rooms is built (cargo build --package cardwright-cli, or CARDWRIGHT=PATH)";

let browser;
let server;
let port;
let folder;

async function start() {
  server = spawn(program, ["serve", "--http", `127.0.0.1:${port}`, "--db", join(folder, "rooms.db"), "--web", here("../dist")], { stdio: ["ignore", "ignore", "inherit"] });
  for (let tries = 0; tries < 200; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false)) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  assert.fail("the server does not answer");
}

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "cardwright-rooms-"));
  port = await new Promise((go) => {
    const free = createServer().listen(0, "127.0.0.1", () => {
      const { port } = free.address();
      free.close(() => go(port));
    });
  });
  await start();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  server?.kill();
});

const settled = (page) => page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");

test("two players in a room to the end, over a kill of the server; no page holds the other's cards", { skip, timeout: 400_000 }, async (t) => {
  const site = `http://127.0.0.1:${port}/`;
  const made = await (await fetch(`${site}api/rooms`, { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "moon-bots", seats: ["human", "human", "greedy"] }) })).json();
  const pages = [];
  const frames = [[], []];
  for (const seat of [0, 1]) {
    const page = await open(browser, site);
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames[seat].push(String(payload))));
    await page.goto(`${site}#room=${made.room}&token=${made.seats[seat].token}`);
    await page.reload();
    await page.locator(".prompt").waitFor();
    pages.push(page);
  }
  const rpc = async (method, params, token) => (await (await fetch(`${site}api/rooms/${made.room}/rpc`, { method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })).json()).result;
  let hidden = 0;
  let over = false;
  let killed = false;
  for (let turns = 0; turns < 600 && !over; turns += 1) {
    if (turns === 20 && !killed) {
      server.kill("SIGKILL");
      await new Promise((go) => server.once("exit", go));
      await start();
      killed = true;
    }
    await pages[0].waitForFunction(() => document.querySelector(".prompt") !== null);
    const asked = await Promise.race(pages.map((page, seat) => page.locator(".prompt.asked, .prompt.ended").waitFor({ timeout: 60_000 }).then(() => seat)));
    const page = pages[asked];
    await settled(page);
    over = (await page.locator(".prompt.ended").count()) > 0;
    if (over) break;
    const answers = page.locator(".answers button");
    const secret = answers.filter({ hasText: "buy a secret weapon" });
    const given = await page.locator(".table").getAttribute("data-answered");
    await ((await secret.count()) ? secret : answers).first().click({ timeout: 10_000 }).catch(() => {});
    await page.waitForFunction((before) => document.querySelector(".table")?.getAttribute("data-answered") !== before, given, { timeout: 30_000 }).catch(() => {});
    if (turns % 10 === 9) hidden += await nothingLeaks();
  }
  assert.ok(over, "the game came to no end");
  assert.ok(hidden > 0, "nobody ever held a hidden weapon");
  t.diagnostic(`${hidden} hidden cards were looked for`);

  /** What one seat holds stands nowhere in what the other's page was sent, shows or keeps. Gives how many were looked for. */
  async function nothingLeaks() {
    let found = 0;
    for (const [mine, theirs] of [[0, 1], [1, 0]]) {
      const own = await rpc("match/view", {}, made.seats[theirs].token);
      const hand = own.view.robots.find((robot) => robot.robot === String(theirs + 1)).known_weapons;
      const seen = await rpc("match/view", {}, made.seats[mine].token);
      const known = seen.view.robots.find((robot) => robot.robot === String(theirs + 1)).known_weapons;
      const kept = await pages[mine].evaluate(() => document.querySelector("cw-table").outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
      for (const weapon of hand.filter((one) => !known.includes(one))) {
        found += 1;
        // Some house rules are called like the weapon they are about.
        const frame = frames[mine].map((one) => one.replaceAll(/"options":\{[^}]*\}/g, "")).find((one) => one.includes(`"${weapon}"`));
        assert.ok(!frame, `${weapon} was sent to seat ${mine + 1}: ${frame?.slice(Math.max(0, frame.indexOf(`"${weapon}"`) - 200)).slice(0, 400)}`);
        assert.ok(!kept.includes(weapon), `${weapon} stands in the page of seat ${mine + 1}`);
      }
    }
    return found;
  }
  for (const page of pages) await page.context().close();
});
