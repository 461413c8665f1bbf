// A match as a whole: several people at one screen, the rules that are open, links, turns of a replay and of the log, and
// the battlefield of Robot Empire.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, browser, keptText, open, site, staged, until } from "./stage.mjs";

staged();

const settled = (page) => page.waitForFunction(() => document.querySelector("cw-table:not([hidden]) .table")?.getAttribute("aria-busy") === "false");
const answered = (page) => page.locator(".table").getAttribute("data-answered").then(Number);

/** Gives so many answers, the nth of each list by turns. */
async function play(page, many, nth = (turn) => turn % 2) {
  for (let turn = 0; turn < many; turn += 1) {
    await settled(page);
    const answers = page.locator(".answers button[data-action]");
    const there = await answers.count();
    if (!there) return;
    await answers.nth(Math.min(nth(turn), there - 1)).click();
  }
  await settled(page);
}

test("two people share a screen: a curtain keeps each hand from the other", { timeout: 120_000 }, async () => {
  const page = await open(browser, site.address, { calm: 0 });
  await page.locator("input[name=game][value=robot-empire]").check();
  await page.locator("#here").selectOption("2");
  await page.locator("#name-0").fill("Anna");
  await page.locator("#name-1").fill("Ben");
  await page.locator("#more").evaluate((one) => (one.open = true));
  await page.locator("#seed").fill("7");
  await page.locator("#begin").click();
  let hand = [];
  const seen = [];
  for (let turns = 0; turns < 60 && seen.length < 3; turns += 1) {
    await page.locator("cw-table:not([hidden]) .table[aria-busy=false], .curtain").first().waitFor();
    if (await page.locator(".curtain").count()) {
      seen.push(await page.locator(".curtain h1").innerText());
      assert.equal(await page.locator("cw-table").innerHTML().then((html) => html.includes("data-target")), false, "nothing of the table is in the page");
      for (const id of hand) assert.ok(!(await page.locator("main").innerHTML()).includes(`hand:${id}`));
      await page.locator("#uncover").click();
      continue;
    }
    hand = await page.locator("[data-target^='hand:']").evaluateAll((all) => all.map((one) => one.dataset.target.slice(5)));
    await settled(page);
    const answers = page.locator(".prompt.asked .answers button[data-action]");
    if (await answers.count()) await answers.first().click();
    else await page.waitForTimeout(50);
  }
  assert.ok(seen.includes("Anna") && seen.includes("Ben"), `both are called: ${seen}`);
  assert.match(await page.locator(".empire-side").first().innerText(), /Anna|Ben/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("without hidden cards the screen passes on by itself", async () => {
  const page = await open(browser, site.address, { calm: 0 });
  await page.locator("input[name=game][value=robotory]").check();
  await page.locator("#here").selectOption("2");
  await page.locator("#begin").click();
  await play(page, 4, () => 0);
  assert.equal(await page.locator(".curtain").count(), 0);
  assert.equal(await page.locator(".prompt.asked").count(), 1);
  assert.ok((await answered(page)) >= 4, "both sides were asked here");
  await page.context().close();
});

test("what the rules leave open is asked with its answers, and the match is played under them", async () => {
  const page = await open(browser, site.address);
  await page.locator("input[name=game][value=robot-empire]").check();
  await page.locator("#house-rules summary").click();
  const question = page.locator(".rule-question", { hasText: "When is a defence of 1d6 rolled?" });
  await question.waitFor();
  assert.equal(await question.locator("input:checked").getAttribute("value"), "each-time");
  await question.getByText("When damage is first dealt to the card in a turn").click();
  assert.ok(await page.locator("#more").getByText("Seed").count(), "the seed is under More");
  assert.equal(await page.locator("#more").getByText("defence die").count(), 0, "an option is asked once");
  await page.locator("#begin").click();
  await play(page, 1, () => 0);
  await until(async () => (await keptText(page, "matches")).includes("robot-empire"));
  assert.match(await keptText(page), /defence_die\\*",\\*"once-a-turn/);
  await page.context().close();
});

test("a link opens the match where it was shared, and goes on from there", { timeout: 120_000 }, async () => {
  const page = await open(browser, site.address, { calm: 0 });
  await begin(page, "moon-bots", { seed: 5, players: "2" });
  await play(page, 12, (turn) => turn % 3);
  await page.locator("#replay").click();
  await page.locator("#replay-at").fill("9");
  await page.waitForFunction(() => document.querySelector(".replay output").textContent.startsWith("9 /"));
  await until(async () => (await page.locator(".table").count()) && (await answered(page)) < 14);
  const there = await answered(page);
  await page.locator("#share-match").click();
  const link = await page.locator("#share-link").inputValue();
  assert.ok(link.length < 16_100 && /#match=[\w-]+&at=9$/.test(link), link);
  const other = await open(browser, link);
  await other.locator(".table").waitFor();
  assert.match(await other.locator(".replay output").innerText(), /^9 \//);
  assert.equal(await answered(other), there);
  await other.locator("#go-on").click();
  await other.locator("#replay-at").waitFor({ state: "detached" });
  await other.locator(".prompt").waitFor();
  for (const one of [page, other]) {
    assert.deepEqual(one.wrong, []);
    await one.context().close();
  }
});

test("a link that was cut, is too long or holds something else says so", async () => {
  const bomb = await new Response(new Blob([`"${"a".repeat(2_000_000)}"`]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const bad = { "abc": /not whole/, "y0hUBAA": /not whole|no match/, [`${"A".repeat(16_001)}`]: /too long/, [Buffer.from(bomb).toString("base64url")]: /not whole|too large/ };
  for (const [packed, says] of Object.entries(bad)) {
    const page = await open(browser, `${site.address}#match=${packed}&at=3`);
    await page.locator("p.bad[role=alert]").first().waitFor();
    assert.match(await page.locator("p.bad[role=alert]").first().innerText(), says);
    await page.locator("#begin").waitFor();
    await page.context().close();
  }
});

test("a replay goes turn by turn", { timeout: 120_000 }, async () => {
  const page = await open(browser, site.address, { calm: 0 });
  await begin(page, "moon-bots", { seed: 5, players: "2" });
  await play(page, 14, (turn) => turn % 3);
  await page.locator("#replay").click();
  await page.locator("#replay-at").fill("0");
  const at = () => page.locator(".replay output").innerText().then((text) => Number(text.split(" ")[0]));
  await until(async () => (await at()) === 0 && (await page.locator(".table").count()) > 0);
  const stops = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await at();
    await page.locator("#replay-turn-next").click();
    await until(async () => (await at()) > before);
    await settled(page);
    stops.push(await at());
    assert.ok(await page.locator(".log-lines .turn").last().innerText().then((text) => text.split("\n").length <= 6), "the turn has just begun");
  }
  await page.locator("#replay-turn-back").click();
  await until(async () => (await at()) === stops[1]);
  await page.context().close();
});

test("the log is folded by turn, the newest turn whole", async () => {
  const page = await open(browser, site.address, { calm: 0, width: 1440, height: 900 });
  await begin(page, "moon-bots", { seed: 5, players: "2" });
  await play(page, 16, (turn) => turn % 3);
  const turns = page.locator(".log-lines details.turn");
  assert.ok((await turns.count()) > 2);
  assert.equal(await turns.last().evaluate((one) => one.open), true);
  assert.equal(await turns.first().evaluate((one) => one.open), false);
  await turns.first().locator("summary").click();
  assert.ok(await turns.first().locator("p").first().isVisible(), "an old turn opens");
  await page.context().close();
});

test("Robot Empire: arrows lead from attackers to whom they attack and from blockers to attackers", { timeout: 200_000 }, async () => {
  const page = await open(browser, site.address, { calm: 0, width: 1280, height: 720 });
  await begin(page, "robot-empire", { seed: 3 });
  const found = new Set();
  for (let turn = 0; turn < 300 && !(found.has("attack") && found.has("block")); turn += 1) {
    await settled(page);
    for (const one of await page.locator(".arrow[data-arrow]").all()) {
      const [from, to] = (await one.getAttribute("data-arrow")).split(" ");
      const look = (await one.getAttribute("class")).split(" ")[1];
      found.add(look);
      assert.match(from, /^unit:/);
      assert.match(to, look === "attack" ? /^(player|unit):/ : /^unit:/);
      // The arrow ends at the thing that it leads to.
      const ends = await page.evaluate(([arrow, to]) => {
        const path = arrow.querySelector("path:not(.under)");
        const point = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
        const box = document.querySelector(`[data-target="${CSS.escape(to)}"]`).getBoundingClientRect();
        return point.x >= box.x - 2 && point.x <= box.right + 2 && point.y >= box.y - 14 && point.y <= box.bottom + 14;
      }, [await one.elementHandle(), to]);
      assert.ok(ends, `${from} to ${to}`);
    }
    if (await page.locator(".prompt.ended").count()) break;
    // Who keeps fighters ready is asked whether they block.
    const fights = page.locator(".answers button[data-action^='block'], .answers button[data-action='stay']");
    const plays = page.locator(".answers button[data-action^='play']");
    const answers = page.locator(".answers button[data-action]");
    await ((await fights.count()) ? fights.last() : (await plays.count()) ? plays.first() : answers.last()).click();
  }
  assert.ok(found.has("attack"), `arrows: ${[...found]}`);
  assert.equal(await page.locator(".phases li").count(), 6);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("Robot Empire: what is hit is marked from the event's data, with the points it says", { timeout: 200_000 }, async () => {
  const page = await open(browser, site.address, { calm: 0, reducedMotion: "no-preference", width: 1280, height: 720 });
  await page.evaluate(() => localStorage.setItem("cardwright.pace", '"fast"'));
  await begin(page, "robot-empire", { seed: 3 });
  await page.evaluate(() => {
    window.hits = [];
    new MutationObserver(() => {
      const table = document.querySelector("cw-table");
      const now = table?.play?.now;
      const rises = document.querySelector(".rises.hit");
      if (now && rises && now.line.event.kind === "battery-hit") window.hits.push([now.line.event, rises.textContent, document.querySelector(".phases [aria-current]")?.textContent]);
    }).observe(document.querySelector("cw-table"), { subtree: true, childList: true });
  });
  for (let turn = 0; turn < 200 && !(await page.evaluate(() => window.hits.length)); turn += 1) {
    await page.locator(".table[aria-busy=false] .prompt:not(.showing)").waitFor({ timeout: 60_000 });
    const attack = page.locator(".answers button", { hasText: /attack/i });
    const answers = page.locator(".answers button[data-action]");
    if (await attack.count()) await attack.first().click();
    else if (await answers.count()) await answers.nth(turn % 3 === 0 ? 0 : (await answers.count()) - 1).click();
    else break;
  }
  const [[event, text, phase]] = await page.evaluate(() => window.hits);
  assert.ok(event.player >= 1 && event.points > 0 && Number.isInteger(event.left), JSON.stringify(event));
  assert.equal(text, `−${event.points}`);
  assert.equal(phase, "Combat", "the phase is that of the event, not of the next question");
  await page.context().close();
});

test("letters on cards of the table are at least 11 pixels high at every size of the stage", async () => {
  for (const [width, height] of [[1280, 720], [1440, 900], [1920, 1080]]) {
    for (const game of ["moon-bots", "robot-empire"]) {
      const page = await open(browser, site.address, { width, height });
      await begin(page, game, { seed: 7, ...(game === "moon-bots" ? { players: "4" } : {}) });
      await settled(page);
      const small = await page.evaluate(() => [...document.querySelectorAll(".card-art .card-text, .card-art .card-name")].filter((one) => one.checkVisibility()).map((one) => {
        const svg = one.ownerSVGElement.closest("svg.card-art");
        return [one.textContent, Number.parseFloat(getComputedStyle(one).fontSize) * svg.getBoundingClientRect().width / 150];
      }).filter(([, size]) => size < 11));
      assert.deepEqual(small, [], `${game} at ${width} × ${height}`);
      await page.context().close();
    }
  }
});

test("a first turn is led: each question says where to touch, once", async () => {
  const page = await open(browser, site.address, { first: true, list: false, calm: 0, width: 1280, height: 720 });
  await begin(page, "moon-bots", { seed: 7, players: "4" });
  for (let mark = 0; mark < 6; mark += 1) await page.locator("#coach-next").click();
  await page.locator(".coach.doing", { hasText: "bottom row" }).waitFor();
  await page.locator("[data-target^='market:bottom'].may").first().click();
  await page.locator(".coach.doing", { hasText: "roll" }).waitFor();
  assert.equal(await page.locator(".tray.coached").count(), 1);
  await page.locator("#coach-skip").click();
  assert.equal(await page.locator(".coach, .coached").count(), 0);
  await page.context().close();
});
