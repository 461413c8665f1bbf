// Two browsers in a room of the server, a whole match of each game: hidden hands stay hidden, a killed server is gone on
// with, and so is a page that was reloaded.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { access, mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { browse, keptText, open } from "./stage.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.env.CARDWRIGHT ?? here("../../target/debug/cardwright");
const serves = await access(program).then(() => spawnSync(program, ["serve", "--help"], { encoding: "utf8" }).stdout.includes("--web"), () => false);
const skip = serves ? false : "no program that serves rooms is built (cargo build --package cardwright-cli --features full, or CARDWRIGHT=PATH)";

let browser;
let server;
let site;
let folder;
let port;

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
  site = `http://127.0.0.1:${port}/`;
  await start();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  server?.kill();
});

/** The hands that nobody else may see, by game: of a view, what the seat holds and others may not know. */
const hands = {
  "moon-bots": (view, seat) => view.robots.filter((robot) => Number.parseInt(robot.robot, 10) === seat).flatMap((robot) => robot.known_weapons),
  "robot-empire": (view, seat) => view.players[seat - 1].hand ?? [],
};

/** What a seat's view says of other hands: cards that it has seen rightly. */
const known = { "moon-bots": (view) => view.robots.flatMap((robot) => robot.known_weapons) };

/** Which answer is given, so that something is hidden and the game comes to an end. */
const choose = {
  "moon-bots": async (answers, turns) => {
    const secret = answers.filter({ hasText: "buy a secret weapon" });
    // Whoever buys and uses parts brings the game to its end; a first answer is to do nothing.
    return (await secret.count()) ? secret.first() : answers.nth(turns % 4 === 0 ? 0 : Math.min(1, (await answers.count()) - 1));
  },
  "robot-empire": async (answers, turns) => {
    const attack = answers.filter({ hasText: /attack/ });
    return (await attack.count()) ? attack.first() : answers.nth(turns % 3 === 0 ? 0 : (await answers.count()) - 1);
  },
  "robotory": async (answers, turns) => answers.nth((turns * 7) % (await answers.count())),
  "lunar-command": async (answers, turns) => answers.nth((turns * 5) % (await answers.count())),
};

const settled = (page) => page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");

for (const [game, seats, most] of [
  ["moon-bots", ["human", "human", "greedy"], 600], ["robot-empire", ["human", "human"], 1500], ["robotory", ["human", "human"], 200], ["lunar-command", ["human", "human"], 1500],
]) {
  test(`two people play ${game} in a room to the end, over a kill of the server`, { skip, timeout: 600_000 }, async (t) => {
    const made = await (await fetch(`${site}api/rooms`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game, seats }) })).json();
    // The server says when a client asks too much: then it is asked again.
    const rpc = async (method, params, token) => {
      for (let tries = 0; tries < 40; tries += 1) {
        const answer = await fetch(`${site}api/rooms/${made.room}/rpc`, { method: "POST",
          headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
        const found = await answer.json();
        if (found.result) return found.result;
        await new Promise((go) => setTimeout(go, 250));
      }
      return assert.fail(`${method} is not answered`);
    };
    const frames = [[], []];
    const pages = await Promise.all([0, 1].map(async (seat) => {
      const page = await open(browser, site, { calm: 0 });
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames[seat].push(String(payload))));
      await page.goto(`${site}#room=${made.room}&token=${made.seats[seat].token}`);
      await page.reload();
      await page.locator(".prompt").waitFor();
      return page;
    }));
    const watch = secrets(game, made, rpc, pages, frames);
    let over = false;
    let turns = 0;
    for (; turns < most && !over; turns += 1) {
      if (turns === 20) {
        server.kill("SIGKILL");
        await new Promise((go) => server.once("exit", go));
        await start();
      }
      if (turns === 30) await pages[1].reload();
      const asked = await Promise.race(pages.map((page, seat) => page.locator(".prompt.asked, .prompt.ended").waitFor({ timeout: 60_000 }).then(() => seat)));
      const page = pages[asked];
      await settled(page);
      over = (await page.locator(".prompt.ended").count()) > 0;
      if (over) break;
      await watch.look();
      const given = await page.locator(".table").getAttribute("data-answered");
      await (await choose[game](page.locator(".answers button"), turns)).click({ timeout: 10_000 }).catch(() => {});
      await page.waitForFunction((before) => document.querySelector(".table")?.getAttribute("data-answered") !== before, given, { timeout: 30_000 }).catch(() => {});
      if (turns % 3 === 2) await watch.nothingLeaks();
    }
    t.diagnostic(`${turns} answers of people, ${watch.hidden()} hidden cards looked for`);
    assert.ok(over, `the game came to no end in ${turns} answers`);
    if (hands[game]) assert.ok(watch.hidden() > 0, "nobody ever held a hidden card");
    for (const page of pages) {
      await page.locator(".prompt.ended").waitFor();
      assert.match(await page.locator(".prompt-who").innerText(), /won|Nobody/);
      const wrong = page.wrong.filter((one) => !/WebSocket|ERR_CONNECTION|Failed to load/.test(one));
      assert.deepEqual(wrong, []);
      await page.context().close();
    }
  });
}

/** Looks for what one seat holds in what the other's page was sent, shows or keeps. */
function secrets(game, made, rpc, pages, frames) {
  const hand = hands[game];
  // What everybody was shown, and what a seat held or had seen once: words that its page may rightly have.
  const open = new Set();
  const own = [new Set(), new Set()];
  let names = null;
  let found = 0;
  /** Whether a text has a card's id or name; "Base Force Field" does not have "Force Field". */
  const has = (text, id) => {
    if (text.includes(`"${id}"`) || text.includes(`"${id}.`)) return true;
    const name = names.get(id);
    const longer = [...names.values()].filter((other) => other !== name && other.includes(name));
    return longer.reduce((left, other) => left.replaceAll(other, ""), text).includes(name);
  };
  const ids = (text) => [...names.keys()].filter((id) => has(text, id));
  async function look() {
    if (!hand) return;
    names ??= new Map((await (await fetch(`${site}api/rooms/${made.room}/cards`)).json()).cards.map((card) => [card.id, card.names.en ?? card.id]));
    const [view, lines] = await Promise.all([rpc("match/view", {}), rpc("match/lines", { from: 0 })]);
    ids(JSON.stringify(view) + JSON.stringify(lines)).forEach((id) => open.add(id));
    for (const seat of [0, 1]) {
      const mine = await rpc("match/view", {}, made.seats[seat].token);
      hand(mine.view, seat + 1).forEach((id) => own[seat].add(id));
      known[game]?.(mine.view).forEach((id) => own[seat].add(id));
    }
  }
  async function nothingLeaks() {
    if (!hand) return;
    await look();
    for (const [mine, theirs] of [[0, 1], [1, 0]]) {
      const held = await rpc("match/view", {}, made.seats[theirs].token);
      const kept = await keptText(pages[mine]);
      for (const id of hand(held.view, theirs + 1).filter((one) => !open.has(one) && !own[mine].has(one))) {
        found += 1;
        // Some house rules are called like the card they are about.
        const frame = frames[mine].map((one) => one.replaceAll(/"options":\{[^}]*\}/g, "")).find((one) => has(one, id));
        assert.ok(!frame, `${id} was sent to seat ${mine + 1}: ${frame?.slice(0, 400)}`);
        assert.ok(!has(kept, id), `${id} stands in the page of seat ${mine + 1}`);
      }
    }
  }
  return { look, nothingLeaks, hidden: () => found };
}

/** A room of two people, unless something else is wished. */
async function room(wish = {}) {
  const made = await fetch(`${site}api/rooms`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "robotory", seats: ["human", "human"], ...wish }) });
  return made.json();
}
const link = (made, seat) => `${site}#room=${made.room}${seat ? `&token=${made.seats[seat - 1].token}` : ""}`;
const stop = async (signal = "SIGKILL") => {
  server.kill(signal);
  await new Promise((go) => server.once("exit", go));
};
const asks = (page) => page.locator(".prompt.asked .answers button").first();

test("whoever makes a room sits down by a touch; who comes late is waited for by name", { skip }, async () => {
  const page = await open(browser, site);
  await page.locator("input[name=game][value=robotory]").check();
  await page.locator("#room").click();
  const other = await page.locator(".links a").nth(1).getAttribute("href");
  await page.locator(".links a").first().click();
  await page.locator(".prompt.asked").waitFor();
  assert.match(await page.locator(".room-bar").innerText(), /You[\s\S]*Dark[\s\S]*not here now/);
  await asks(page).click();
  await page.locator(".prompt-who", { hasText: "Waiting for: Dark" }).waitFor();
  const late = await open(browser, other);
  await late.locator(".prompt.asked").waitFor();
  assert.ok((await late.locator("cw-log p").count()) > 0, "what happened before is told");
  await page.waitForFunction(() => !document.querySelector(".room-bar").textContent.includes("not here now"));
  for (const each of [page, late]) {
    assert.deepEqual(each.wrong, []);
    await each.context().close();
  }
});

test("names, links and a QR are at the table; who is missing is waited for by name; the room is in the lobby again", { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site);
  await page.locator("input[name=game][value=robotory]").check();
  await page.locator("#room").click();
  await page.locator(".room-name").first().fill("Anna");
  await page.locator(".room-name").nth(1).fill("Ben, the second");
  await page.locator(".room-name").nth(1).blur();
  await page.locator(".links a").first().click();
  await page.locator(".room-note", { hasText: "Waiting for Ben the second" }).waitFor();
  await page.locator("#invite").click();
  await page.locator(".show-qr").first().click();
  await page.locator(".qr svg").waitFor();
  const link = await page.evaluate(() => document.querySelector("cw-room").picture.link);
  assert.match(link, /#room=.*&token=.*&names=Anna/);
  const late = await open(browser, link);
  await late.locator(".prompt").waitFor();
  await late.locator(".room-bar", { hasText: "Anna" }).waitFor();
  await page.locator(".room-note").waitFor({ state: "detached" });
  await late.context().setOffline(true);
  await late.evaluate(() => dispatchEvent(new Event("offline")));
  await late.locator(".room-note", { hasText: "Reconnecting" }).waitFor();
  await late.context().close();
  await page.locator(".room-note", { hasText: "Waiting for Ben the second" }).waitFor();
  await page.locator("#leave").click();
  await page.locator(".links a.main", { hasText: "Go on" }).click();
  await page.locator(".prompt.asked").waitFor();
  await page.context().close();
});

test("whoever made a room begins a rematch in another one like it", { skip, timeout: 240_000 }, async () => {
  const page = await open(browser, site, { calm: 0 });
  await page.locator("input[name=game][value=robotory]").check();
  await page.locator("#room").click();
  const other = await page.locator(".links a").nth(1).getAttribute("href");
  await page.locator(".links a").first().click();
  await page.locator(".prompt").waitFor();
  const late = await open(browser, other, { calm: 0 });
  await late.locator(".prompt").waitFor();
  const first = new URL(page.url()).hash;
  for (let turns = 0; turns < 300 && !(await page.locator(".prompt.ended").count()); turns += 1) {
    for (const one of [page, late]) {
      const answers = one.locator(".prompt.asked .answers button");
      if (await answers.count()) await answers.nth((turns * 7) % (await answers.count())).click({ timeout: 5_000 }).catch(() => {});
    }
    await page.waitForTimeout(20);
  }
  for (const one of [page, late]) assert.match(await one.locator(".ending h2").innerText(), /won/);
  await late.locator(".room-bar", { hasText: "can begin a rematch" }).waitFor();
  await page.locator("#rematch").click();
  await page.waitForFunction((before) => location.hash !== before && /^#room=/.test(location.hash), first);
  await page.locator(".prompt:not(.ended)").waitFor();
  await page.locator(".room-note", { hasText: "Waiting for" }).waitFor();
  assert.equal(await late.locator("#rematch").count(), 0, "only whoever made the room can");
  for (const one of [page, late]) await one.context().close();
});

test("a chosen name is the player's only name at the table, for everybody", { skip }, async () => {
  const made = await room({ game: "moon-bots", seats: ["human", "human", "medium"] });
  const names = "&names=Anna,Ben";
  const [first, second, watcher] = await Promise.all([link(made, 1), link(made, 2), link(made)].map((address) => open(browser, address + names)));
  await asks(first).waitFor();
  assert.match(await first.locator(".prompt-text").innerText(), /^Buy a card\?/i);
  for (const page of [second, watcher]) {
    await page.locator(".prompt-who", { hasText: "Waiting for: Anna" }).waitFor();
    assert.match(await page.locator(".prompt-text").innerText(), /^Anna: buy a card\?/);
    assert.doesNotMatch(await page.locator(".felt").innerText(), /robot [12]\b/i);
  }
  assert.equal(await second.locator(".opponent .who", { hasText: "Anna" }).count(), 1);
  for (const page of [first, second, watcher]) await page.context().close();
});

const axe = await readFile(here("../node_modules/axe-core/axe.min.js"), "utf8");
/** Fails if a page is wider than its screen, or has a fault that axe finds. */
async function sound(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    faults: (await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] })).violations
      .filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`),
  }));
  assert.deepEqual(found, { wide: 0, faults: [] }, what);
}

for (const [width, height] of [[1440, 900], [1280, 720], [768, 1024], [390, 844]]) {
  test(`a room at ${width} × ${height}: links, waiting, the invitation, a closed room and a wrong link fit and are sound`, { skip, timeout: 120_000 }, async () => {
    const host = await open(browser, site, { width, height });
    await host.locator("input[name=game][value=moon-bots]").check();
    await host.locator("#room").click();
    await host.locator(".show-qr").first().click();
    await host.locator(".links .qr svg").waitFor();
    await sound(host, "links");
    const other = await host.locator(".links a").nth(1).getAttribute("href");
    await host.locator(".links a.main").click();
    await host.locator(".room-note", { hasText: "Waiting for" }).waitFor();
    await settled(host);
    const top = () => host.locator(".opponents").evaluate((one) => one.getBoundingClientRect().top + scrollY);
    const waiting = await top();
    await sound(host, "waiting");
    await host.locator("#invite").click();
    await host.locator(".invites .show-qr").first().click();
    await host.locator(".invites .qr svg").waitFor();
    await sound(host, "invitation");
    const box = await host.locator(".invites").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
    await host.keyboard.press("Escape");
    await host.locator(".invites").waitFor({ state: "detached" });
    assert.equal(await host.evaluate(() => document.activeElement.id), "invite");
    const guest = await open(browser, other, { width, height });
    await guest.locator(".prompt").waitFor();
    await host.locator(".room-note").waitFor({ state: "detached" });
    assert.equal(await top(), waiting, "the table stays where it is");
    await host.locator("#leave").click();
    await host.locator(".close-room").click();
    await guest.locator(".prompt #to-lobby").waitFor();
    await sound(guest, "closed");
    await guest.reload();
    await guest.locator(".room-way .bad").waitFor();
    await sound(guest, "wrong link");
    for (const page of [host, guest]) await page.context().close();
  });
}

test("a spectator sees the table and whose turn it is, and is asked nothing", { skip }, async () => {
  const made = await room();
  const [player, watcher] = await Promise.all([open(browser, link(made, 1)), open(browser, link(made))]);
  await watcher.locator(".prompt-who", { hasText: "Waiting for: Light" }).waitFor();
  assert.equal(await watcher.locator(".answers button, .thing.may, .spot.may").count(), 0);
  await watcher.locator(".spot").first().click();
  await watcher.locator(".verdict").waitFor();
  await asks(player).click();
  await watcher.locator(".prompt-who", { hasText: "Waiting for: Dark" }).waitFor();
  for (const page of [player, watcher]) await page.context().close();
});

test("a wrong link, an old one and a room that was closed are said, with a way out", { skip }, async () => {
  const made = await room();
  for (const [address, says] of [[`${site}#room=rnothing&token=no`, /leads to no seat/], [`${site}#room=rnothing`, /no such room/], [`${site}#room=${made.room}&token=wrong`, /leads to no seat/]]) {
    const page = await open(browser, address);
    await page.locator(".room-way .bad").waitFor();
    assert.match(await page.locator(".room-way .bad").innerText(), says);
    await page.locator("#to-lobby").click();
    await page.locator("#begin").waitFor();
    // From the lobby a good link, opened in the same tab, leads in.
    await page.goto(link(made, 2));
    await page.locator(".prompt").waitFor();
    await page.context().close();
  }
  const page = await open(browser, link(made, 1));
  await page.locator(".prompt").waitFor();
  await fetch(`${site}api/rooms/${made.room}`, { method: "DELETE", headers: { authorization: `Bearer ${made.host}` } });
  await page.locator(".prompt-who.bad", { hasText: "The room was closed" }).waitFor();
  await page.locator(".prompt #to-lobby").click();
  await page.locator("#begin").waitFor();
  await page.goto(link(made, 1));
  await page.locator(".room-way .bad").waitFor();
  await page.context().close();
});

test("whoever made the room closes it from the lobby", { skip }, async () => {
  const host = await open(browser, site);
  await host.locator("input[name=game][value=robotory]").check();
  await host.locator("#room").click();
  const guest = await open(browser, await host.locator(".links a").nth(1).getAttribute("href"));
  await guest.locator(".prompt").waitFor();
  // Whoever sits down and leaves finds the room again.
  await host.locator(".links a").first().click();
  await host.locator(".prompt.asked").waitFor();
  await host.locator("#leave").click();
  await host.locator(".close-room").click();
  await host.locator(".links").waitFor({ state: "detached" });
  await guest.locator(".prompt-who.bad", { hasText: "closed" }).waitFor();
  assert.equal(await guest.locator(".answers button, .spot.may").count(), 0, "nobody is asked in a closed room");
  for (const page of [host, guest]) await page.context().close();
});

test("a server that is away is said, an answer meanwhile is not lost in silence, and both tabs of a seat go on", { skip, timeout: 120_000 }, async () => {
  const made = await room();
  const [first, second] = await Promise.all([open(browser, link(made, 1)), open(browser, link(made, 1))]);
  for (const page of [first, second]) await asks(page).waitFor();
  const before = await first.locator(".table").getAttribute("data-answered");
  await stop();
  await first.locator(".prompt-who.bad", { hasText: "connection is lost" }).waitFor();
  await asks(first).click();
  await first.locator(".prompt .bad[role=alert]", { hasText: "was not sent" }).waitFor();
  // Somebody who opens the link now sees that it is tried, and sits down when the server is there.
  const third = await open(browser, site).catch(() => null);
  assert.equal(third, null, "no server, no page, in a browser that was never here");
  await start();
  await first.locator(".prompt-who:not(.bad)").waitFor({ timeout: 20_000 });
  assert.equal(await first.locator(".prompt .bad").count(), 0);
  await second.locator(".prompt-who:not(.bad)").waitFor({ timeout: 20_000 });
  await settled(first);
  await asks(first).click();
  // The other tab of the same seat follows.
  for (const page of [first, second]) await page.waitForFunction((was) => document.querySelector(".table").getAttribute("data-answered") !== was, before);
  for (const page of [first, second]) await page.locator(".prompt-who", { hasText: "Waiting for: Dark" }).waitFor();
  for (const page of [first, second]) await page.context().close();
});

test("a page that is opened while the server is away says so, and sits down when it comes", { skip, timeout: 120_000 }, async () => {
  const made = await room();
  const page = await open(browser, site);
  await page.locator("#begin").waitFor();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.active.state !== "activated") await new Promise((go) => setTimeout(go, 20));
  });
  await stop();
  await page.goto(link(made, 2));
  await page.reload();
  await page.locator(".room-way", { hasText: "does not answer" }).waitFor();
  await start();
  await page.locator(".prompt").waitFor({ timeout: 20_000 });
  await page.context().close();
});

test("clocks are shown, run for who is asked, and when one is up it is said and the bot answers", { skip, timeout: 120_000 }, async () => {
  const made = await room({ clock: { seconds: 3, increment: 0 } });
  const [first, second] = await Promise.all([open(browser, link(made, 1)), open(browser, link(made, 2))]);
  for (const page of [first, second]) await page.locator(".prompt").waitFor();
  const clocks = () => second.locator(".room-bar .clock").allInnerTexts();
  assert.equal((await clocks())[1], "0:03");
  await second.locator(".room-bar li", { hasText: "time is up: a bot answers" }).first().waitFor();
  await second.locator(".prompt.asked, .prompt.ended").waitFor();
  assert.equal((await clocks())[0], "0:00");
  // When both are up the bots play it to its end, and nobody waits for ever.
  for (const page of [first, second]) await page.locator(".prompt.ended").waitFor({ timeout: 60_000 });
  for (const page of [first, second]) await page.context().close();
});
