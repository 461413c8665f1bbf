// Whole games, by touching only what is offered; why not; undo; a reload; the replay; the keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, browser, keptText, open, site, staged, until } from "./stage.mjs";

staged();

/** The same choices in every run. */
function luck(seed) {
  let state = seed;
  return (many) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * many);
  };
}

const settled = (page) => page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");
const ended = (page) => page.locator(".prompt.ended").count();

/** What the game calls the player of the first seat. */
const own = { "moon-bots": /robot 1\b/i, "robot-empire": /player 1\b/i, "robotory": /\blight\b/i, "lunar-command": /\bgreen\b/i };

/** Plays to the end: things that are marked, and answers of the list. Gives how many of each were touched. */
async function playOut(page, seed, most) {
  const pick = luck(seed);
  const touched = { things: 0, answers: 0 };
  for (let steps = 0; steps < most; steps += 1) {
    await settled(page);
    if (await ended(page)) return touched;
    // A player is "you", not a name.
    const [asked, game] = await page.evaluate(() => [document.querySelector(".prompt-text")?.innerText ?? "", /game-(\S+)/.exec(document.querySelector(".table").className)[1]]);
    assert.doesNotMatch(asked, own[game]);
    const things = page.locator("button.thing.may, .spot.may, .cell-spot.may");
    const answers = page.locator(".answers button");
    const [some, many] = [await things.count(), await answers.count()];
    assert.ok(some + many > 0, "nothing is offered and the game is not over");
    if (some && (many === 0 || pick(3) > 0) && !(await page.locator(".picked:not([data-target^='piece:'], [data-target^='lie:'])").count())) {
      await things.nth(pick(some)).dispatchEvent("click");
      touched.things += 1;
    } else {
      await answers.nth(pick(many)).click();
      touched.answers += 1;
    }
  }
  assert.fail(`the game is not over after ${most} touches`);
}

for (const [game, players, most] of [["moon-bots", "4", 900], ["moon-bots", "2", 900], ["robotory", null, 400], ["robot-empire", null, 1500], ["lunar-command", null, 1200]]) {
  test(`a whole game of ${game}${players ? ` for ${players}` : ""}, touching only what is offered`, { timeout: 400_000 }, async (t) => {
    const page = await open(browser, site.address);
    await begin(page, game, { players, seed: 3 });
    const touched = await playOut(page, 5, most);
    t.diagnostic(JSON.stringify(touched));
    assert.ok(touched.things > 5, "things on the table were hardly ever touched");
    assert.match(await page.locator(".prompt-who").innerText(), /won|Nobody/);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

test("what is not allowed says why, with the clause a touch away", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await page.locator(".answers button", { hasText: "buy nothing" }).click();
  await settled(page);
  await page.locator("[data-target='market:top-left']").click();
  const verdict = page.locator(".verdict.no");
  await verdict.waitFor();
  assert.match(await verdict.innerText(), /^No/);
  const cite = verdict.locator(".cite").first();
  const clause = await cite.innerText();
  assert.match(clause, /^MB-\d/);
  await cite.click();
  await page.locator("cw-sheet dialog[open]").waitFor();
  assert.equal(await page.locator("#sheet-title").innerText(), clause);
  assert.ok((await page.locator("cw-sheet .prose").innerText()).length > 40);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a citation of a card opens its line", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  for (let steps = 0; steps < 60; steps += 1) {
    await settled(page);
    if ((await page.locator("cw-log .cite", { hasText: /rhai|toml/ }).count()) || (await ended(page))) break;
    await page.locator(".answers button").first().click();
  }
  await page.locator("cw-log .cite", { hasText: /rhai|toml/ }).first().click();
  await page.locator("cw-sheet .source .here").waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("an answer is taken back, a reload loses nothing, and the replay goes through the game", async () => {
  const page = await open(browser, site.address);
  await begin(page, "robotory", { seed: 4 });
  const board = () => page.locator(".board-tools p").innerText();
  const first = await board();
  await page.locator(".answers button").first().click();
  await settled(page);
  assert.notEqual(await board(), first);
  await page.locator("#undo[aria-disabled=false][title='Take back (u)']").click();
  await settled(page);
  assert.equal(await board(), first);
  for (let turns = 0; turns < 3; turns += 1) {
    await page.locator(".answers button").first().click();
    await settled(page);
  }
  const later = await board();
  await until(async () => (JSON.parse(await keptText(page, "matches") || "[]")[0]?.actions ?? 0) >= 6);
  await page.reload();
  await page.locator(".resume").click();
  await page.locator(".prompt").waitFor();
  assert.equal(await board(), later);
  await page.locator("#replay").click();
  await page.locator("#replay-at").fill("0");
  await page.waitForFunction((text) => document.querySelector(".board-tools p")?.innerText === text, first);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("taking back is offered only where it works, and otherwise says why not", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await settled(page);
  assert.equal(await page.locator("#undo").count(), 0, "nothing was answered yet");
  for (const answer of [".calm", "[data-action=activate]"]) {
    await page.locator(`.answers button${answer}`).click();
    await settled(page);
  }
  await page.waitForTimeout(600);
  const undo = page.locator("#undo");
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  const answered = await page.locator(".table").getAttribute("data-answered");
  await undo.click({ force: true });
  await settled(page);
  assert.match(await page.locator(".prompt [role=alert]").innerText(), /after a roll/);
  assert.equal(await page.locator(".table").getAttribute("data-answered"), answered);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("an enlarged card says its text once", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await settled(page);
  const kinds = { written: 0, drawn: 0 };
  for (const card of await page.locator(".market [data-target]:has(.card-paper)").all()) {
    await card.hover();
    await page.locator(".zoom-card").waitFor();
    const { all, below } = await page.evaluate(() => ({ all: document.querySelector(".zoom-card").textContent.replace(/\s+/g, ""), below: document.querySelector(".zoom-card p")?.textContent ?? "" }));
    // The accessible name of the drawing has the whole text.
    const text = (await page.locator(".zoom-card svg").first().getAttribute("aria-label")).split(". ").slice(1).join(". ").replace(/\s+/g, "");
    const letters = (one) => one.replace(/[\s-]/g, "");
    assert.equal(letters(all).split(letters(text)).length, 2, `${text} in ${all}`);
    kinds[below ? "drawn" : "written"] += 1;
    await page.mouse.move(2, 2);
    await page.locator(".zoom-card").waitFor({ state: "detached" });
  }
  assert.ok(kinds.written && kinds.drawn, JSON.stringify(kinds));
  await page.context().close();
});

for (const [width, height] of [[1280, 720], [820, 1180], [390, 844]]) {
  test(`at ${width} × ${height} the card of an event covers neither dice nor the robot that it is about`, { timeout: 90_000 }, async () => {
    const page = await open(browser, site.address, { reducedMotion: "no-preference", width, height, calm: 0 });
    await page.evaluate(() => localStorage.setItem("cardwright.pace", JSON.stringify("fast")));
    await begin(page, "moon-bots", { players: "4", seed: 7 });
    await page.evaluate(() => {
      window.seen = { cards: 0, dice: 0, over: [] };
      const look = () => {
        const card = document.querySelector(".spotlight");
        const [play, box] = [document.querySelector("cw-table")?.play, card?.getBoundingClientRect()];
        if (card?.style.translate && play?.now) {
          window.seen.cards += 1;
          const about = (play.now.step.marks ?? []).map((one) => document.querySelector(`[data-target="${CSS.escape(one.at)}"]`)).filter(Boolean);
          const dice = [...document.querySelectorAll(".dice > .thing")];
          window.seen.dice += dice.length;
          for (const thing of [...dice, ...about]) {
            const other = thing.getBoundingClientRect();
            if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2) window.seen.over.push(`${play.now.line.text} over ${thing.dataset.target}`);
          }
        }
        requestAnimationFrame(look);
      };
      look();
    });
    for (let turns = 0; turns < 4; turns += 1) {
      await page.locator(".prompt.asked").waitFor({ timeout: 60_000 });
      await settled(page);
      await page.locator(".answers button").last().dispatchEvent("click");
      await page.waitForTimeout(100);
    }
    await page.locator(".prompt.asked").waitFor({ timeout: 60_000 });
    const { cards, dice, over } = await page.evaluate(() => window.seen);
    assert.ok(cards && dice, "cards were shown, and dice");
    assert.deepEqual([...new Set(over)], []);
    await page.context().close();
  });
}

test("Lunar Command draws its die, and only a wall or an airlock lies across or up", async () => {
  const page = await open(browser, site.address, { list: false });
  await begin(page, "lunar-command", { seed: 7 });
  await settled(page);
  const face = (await page.locator(".lunar-die").getAttribute("aria-label")).replace("die: ", "");
  const said = await page.locator(".prompt-text").innerText();
  assert.ok(said.toLowerCase().includes(face), `${said}: ${face}`);
  assert.equal(await page.locator(".lunar-die g").count(), face.split("-").length);
  let round = 0;
  for (let turns = 0; turns < 30 && !round; turns += 1) {
    await settled(page);
    const pieces = page.locator("[data-target='piece:square'].may, [data-target='piece:dome'].may, [data-target='piece:antenna'].may");
    if ((await pieces.count()) && (await page.locator("[data-target^='lie:']").count())) {
      await pieces.first().click();
      await settled(page);
      round += 1;
      assert.equal(await page.locator("[data-target^='lie:'].may").count(), 0);
      await page.locator("[data-target='lie:up']").click();
      await settled(page);
      assert.ok((await page.locator(".cell-spot.may").count()) > 0, "the piece stays in hand");
    } else await page.locator(".answers button[data-action], .cell-spot.may, .thing.may").first().dispatchEvent("click");
  }
  assert.ok(round);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("in Robotory each hex that may be touched has a ring inside", async () => {
  const page = await open(browser, site.address, { list: false });
  await begin(page, "robotory", { seed: 4 });
  await settled(page);
  const [rings, may, hexes] = await page.evaluate(() => [".hex-ring", ".spot.may", ".spot[data-target]"].map((of) => document.querySelectorAll(of).length));
  assert.ok(rings > 0 && rings === may && rings < hexes, `${rings} rings, ${may} of ${hexes} hexes`);
  await page.context().close();
});

test("on a phone the market, all opponents and the question are in view, and details open", async () => {
  const page = await open(browser, site.address, { width: 390, height: 844, list: false });
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await settled(page);
  const hidden = await page.evaluate(() => {
    const foot = document.querySelector(".prompt").getBoundingClientRect().top;
    return [...document.querySelectorAll(".opponent, .market .thing")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < 0 || box.right > innerWidth || box.bottom > foot;
    }).length;
  });
  assert.equal(hidden, 0);
  const chips = () => page.locator(".opponent-side .part-list").first().evaluate((one) => getComputedStyle(one).display !== "none");
  assert.equal(await chips(), false);
  await page.locator("#opponents-more").click();
  assert.equal(await chips(), true);
  await page.context().close();
});

test("on a phone of 390 × 844 the whole table of Moon-Bots is in view whenever one is asked", { timeout: 120_000 }, async () => {
  const page = await open(browser, site.address, { width: 390, height: 844, list: false, calm: 0 });
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  const kinds = new Set();
  for (let turn = 0; turn < 30 && !(await ended(page)); turn += 1) {
    await settled(page);
    if (await ended(page)) break;
    const found = await page.evaluate(() => {
      const bar = document.querySelector(".prompt").getBoundingClientRect().top;
      const cut = [...document.querySelectorAll(".may, .own .slots, .own .energy-number, .opponent .energy-number")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.top < -8 || box.bottom > bar + 1);
      });
      return { asked: document.querySelector(".prompt-text").innerText, over: document.documentElement.scrollHeight - innerHeight, cut: cut.map((one) => one.dataset.target ?? String(one.className.baseVal ?? one.className)) };
    });
    kinds.add(found.asked.split(/[?:]/)[0].replace(/\d/g, ""));
    assert.ok(found.over < 95, `${found.asked}: ${found.over} pixels are outside`);
    if (found.over <= 8) assert.deepEqual(found.cut, [], found.asked);
    const answers = page.locator(".answers button[data-action]");
    await (found.asked.startsWith("Roll the dice") ? answers.first() : answers.last()).click();
  }
  assert.ok(kinds.size > 2, [...kinds].join());
  await page.context().close();
});

for (const game of ["moon-bots", "robot-empire", "robotory", "lunar-command"]) {
  for (const [width, height] of [[360, 640], [390, 844]]) {
    test(`${game} at ${width} × ${height}: what may be touched is on the screen, and not under the prompt`, { timeout: 120_000 }, async () => {
      const page = await open(browser, site.address, { width, height, list: false, calm: 0 });
      await begin(page, game, { seed: 7 });
      let questions = 0;
      let things = 0;
      for (let turn = 0; turn < 24; turn += 1) {
        await settled(page);
        const found = await page.evaluate(() => {
          const bar = document.querySelector(".prompt").getBoundingClientRect();
          const may = [...document.querySelectorAll(".may")];
          const boxes = may.map((one) => one.getBoundingClientRect());
          const span = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
          // Of things that are further apart than the window is high, those that reach lowest are shown.
          const lowest = Math.max(...boxes.map((box) => box.bottom)) - bar.top + 16;
          const hidden = may.filter((one, at) => {
            const box = boxes[at];
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            if (box.left < 0 || box.right > innerWidth + 1) return true;
            if (span > bar.top - 16 && box.top < lowest) return false;
            const seen = document.elementFromPoint(x, y);
            return !seen || !(one.contains(seen) || seen.closest(".may") || one.dataset.place && seen.closest(`[data-place="${one.dataset.place}"]`));
          });
          // Up to three answers are buttons; more are in a list that scrolls.
          const buttons = [...document.querySelectorAll(".answers button")];
          const beside = buttons.filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < 0 || box.right > innerWidth || buttons.length < 4 && (box.top < bar.top || box.bottom > innerHeight);
          });
          return { many: may.length, bar: bar.bottom - innerHeight, question: document.querySelector(".prompt").innerText.slice(0, 80), out: [...hidden, ...beside].map((one) => one.dataset.target ?? one.dataset.action ?? one.id) };
        });
        questions += 1;
        things += found.many;
        assert.deepEqual(found.out, [], `${found.question}`);
        assert.ok(Math.abs(found.bar) <= 1, `the prompt is at the foot: ${found.bar}`);
        const went = await page.evaluate((turn) => {
          const may = [...document.querySelectorAll(".may")];
          const buttons = [...document.querySelectorAll(".answers button[data-action]")];
          const one = buttons.length && (turn % 3 === 2 || !may.length) ? buttons[turn % buttons.length] : may[turn % Math.max(1, may.length)];
          one?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          return Boolean(one);
        }, turn);
        if (!went) break;
      }
      assert.ok(questions > 12 && things > 20, `${questions} questions about ${things} things`);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }
}

test("hints say what a bot would do and what the dice are worth", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await page.getByTitle("Hint").click();
  await page.locator(".advice b").first().waitFor();
  assert.match(await page.locator(".advice p.small").textContent(), /^\d+ games tried.*\d+ %/);
  await page.locator(".advice table.odds").waitFor();
  assert.ok(await page.locator(".prompt.asked").count(), "a hint changes nothing");
  await page.context().close();
});

test("by keyboard alone: begin a game, answer with digits, look a clause up and come back", async () => {
  const page = await open(browser, site.address);
  await page.locator("#begin").waitFor();
  await page.locator("#begin").focus();
  await page.keyboard.press("Enter");
  await page.locator(".prompt.asked").waitFor();
  for (let answers = 0; answers < 6; answers += 1) {
    await settled(page);
    const given = await page.locator(".table").getAttribute("data-answered");
    await page.keyboard.press("1");
    await page.waitForFunction((before) => document.querySelector(".table")?.getAttribute("data-answered") !== before, given);
  }
  await settled(page);
  await page.locator("cw-log .cite").last().focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("another language and still pictures are kept", async () => {
  const page = await open(browser, site.address);
  await page.locator("#open-settings").click();
  await page.locator("#language").selectOption("de");
  await page.locator("#still").check();
  await page.reload();
  await page.getByRole("link", { name: "Werkstatt" }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.hasAttribute("data-still")));
  await page.context().close();
});

for (const [game, spot] of [["robotory", "place:b3"], ["robot-empire", "player:2"]]) {
  test(`${game} says why a thing on its board may not be touched`, async () => {
    const page = await open(browser, site.address);
    await begin(page, game, { seed: 4 });
    const thing = page.locator(`[data-target='${spot}']`);
    if ((await thing.getAttribute("class")).includes("may")) await page.locator(".answers button").last().click();
    await settled(page);
    await thing.dispatchEvent("click");
    const verdict = page.locator(".verdict.no");
    await verdict.waitFor();
    assert.match(await verdict.locator(".cite").first().innerText(), /^R[BE]-\d/);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

test("each match that was played is kept until it is deleted", async () => {
  const page = await open(browser, site.address);
  await begin(page, "robotory", { seed: 4 });
  const kept = async () => JSON.parse((await keptText(page, "matches")) || "[]");
  for (const matches of [1, 2]) {
    await settled(page);
    await page.locator(".answers button").first().click();
    await settled(page);
    await until(async () => (await kept()).length === matches);
    if (matches === 1) await page.locator("#again").click();
  }
  const played = await page.locator(".board-tools p").innerText();
  await page.locator("#again").click();
  await settled(page);
  await page.locator("#leave").click();
  await page.locator("#saved .resume").nth(1).waitFor();
  assert.equal(await page.locator("#saved .resume").count(), 2, "a match that nobody played in is not kept");
  await page.locator("#saved .forget").nth(1).click();
  await page.locator("#saved .resume").nth(1).waitFor({ state: "detached" });
  await page.locator("#saved .resume").click();
  await page.locator(".prompt").waitFor();
  assert.equal(await page.locator(".board-tools p").innerText(), played);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a match that is played on in two tabs is kept twice", async () => {
  const page = await open(browser, site.address);
  await begin(page, "robotory", { seed: 4 });
  await page.locator(".answers button").first().click();
  await settled(page);
  const kept = async () => JSON.parse((await keptText(page, "matches")) || "[]");
  await until(async () => (await kept()).length === 1);
  const other = await page.context().newPage();
  await other.goto(site.address);
  await other.locator(".resume").click();
  await settled(other);
  for (const each of [other, page]) {
    await each.locator(".answers button").first().click();
    await settled(each);
  }
  await until(async () => (await kept()).length === 2);
  await page.context().close();
});

test("a second click that follows too soon is not an answer to the next question", async () => {
  const page = await open(browser, site.address);
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await page.evaluate(() => document.querySelector("cw-table").addEventListener("answered", () => (window.given += 1)));
  for (const apart of [0, 120, 200, 300]) {
    await settled(page);
    const asked = await page.locator(".prompt-text").innerText();
    await page.evaluate(async (apart) => {
      window.given = 0;
      document.querySelector(".answers button").click();
      await new Promise((go) => setTimeout(go, apart));
      document.querySelector(".answers button")?.click();
    }, apart);
    await page.waitForFunction((before) => document.querySelector(".prompt-text").textContent !== before, asked);
    await settled(page);
    assert.equal(await page.evaluate(() => window.given), 1, `two clicks ${apart} ms apart`);
  }
  await page.context().close();
});

test("every cell of Lunar Command can be touched where it is seen, beside whatever lies there", async () => {
  const page = await open(browser, site.address);
  await begin(page, "lunar-command", { seed: 7 });
  for (let turns = 0; turns < 6; turns += 1) {
    await settled(page);
    const dome = page.locator("[data-target^='piece:dome'].may, [data-target^='piece:square'].may");
    if (await dome.count()) {
      await dome.first().click();
      await settled(page);
      await page.locator(".cell-spot").last().click();
    } else await page.locator(".answers button").first().click();
  }
  await settled(page);
  // Numbers of columns and rows stand where the engine put them: a cell lies above its column's and beside its row's.
  const look = () => page.evaluate(() => {
    const texts = [...document.querySelectorAll("svg.board > svg > g text")].map((one) => ({ n: one.textContent, anchor: one.getAttribute("text-anchor"), x: Number(one.getAttribute("x")), y: Number(one.getAttribute("y")) }));
    const column = new Map(texts.filter((one) => one.anchor === "middle").map((one) => [one.n, one.x]));
    const row = new Map(texts.filter((one) => one.anchor === "end").map((one) => [one.n, one.y + 6]));
    const spots = [...document.querySelectorAll(".cell-spot")];
    return { spots: spots.length, off: spots.filter((one) => {
      const [x, y] = one.dataset.place.split(",");
      const [left, top, wide] = ["x", "y", "width"].map((name) => Number(one.getAttribute(name)));
      return Math.abs(left + wide / 2 - column.get(x)) > 1 || Math.abs(top + wide + 1 - row.get(y)) > 1;
    }).length };
  });
  // Only cells for the piece in hand are marked: each piece is taken in hand, both ways.
  const seen = { spots: 0, off: 0 };
  for (const piece of await page.locator("[data-target^='piece:']").evaluateAll((all) => all.map((one) => one.dataset.target))) {
    for (const turns of [0, 1]) {
      if (!turns) await page.locator(`[data-target='${piece}']`).click();
      else await page.keyboard.press("r");
      await settled(page);
      const { spots, off } = await look();
      seen.spots += spots;
      seen.off += off;
    }
  }
  assert.ok(seen.spots > 20, JSON.stringify(seen));
  assert.equal(seen.off, 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("Lunar Command says why a piece may not lie on a cell", async () => {
  const page = await open(browser, site.address);
  await begin(page, "lunar-command", { seed: 7 });
  assert.equal(await page.locator("[data-target^='piece:'].picked").count(), 1, "a piece is in hand from the beginning");
  const board = await page.locator("svg.board").boundingBox();
  const free = await page.evaluate(() => [...document.querySelectorAll(".cell-spot")].map((one) => one.dataset.place));
  assert.ok(free.length > 0 && board);
  const cell = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".cell-spot")].map((one) => ({ place: one.dataset.place.split(",").map(Number), box: one.getBoundingClientRect() }));
    const taken = new Set(boxes.map((one) => one.place.join()));
    for (const { place: [column, row], box } of boxes) {
      if (!taken.has(`${column + 1},${row}`)) return { x: box.x + box.width * 1.6, y: box.y + box.height / 2 };
    }
    return null;
  });
  await page.locator("svg.board").dispatchEvent("click", { clientX: cell.x, clientY: cell.y, bubbles: true });
  const verdict = page.locator(".verdict.no");
  await verdict.waitFor();
  assert.match(await verdict.locator(".cite").first().innerText(), /^LC-\d/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a touch is seen at once and draws nothing anew that did not change", async () => {
  for (const game of ["moon-bots", "robot-empire", "robotory", "lunar-command"]) {
    const page = await open(browser, site.address);
    await begin(page, game, game === "moon-bots" ? { players: 4 } : {});
    await settled(page);
    const seen = await page.evaluate(async () => {
      const table = document.querySelector("cw-table");
      const changes = [];
      new MutationObserver((list) => changes.push(...list)).observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
      // Drawings of whatever is on the table, with what they show: those that show the same afterwards must be the same nodes, untouched.
      const drawings = [...table.querySelectorAll(".card-art, .robot-art, svg.board > svg > g")].map((node) => ({ node, shows: node.outerHTML }));
      const busy = () => document.querySelector(".table").getAttribute("aria-busy");
      document.querySelector(".answers button").click();
      await Promise.resolve();
      await Promise.resolve();
      const atOnce = { busy: busy(), changes: changes.length };
      await new Promise((go) => setTimeout(go, 0));
      atOnce.changes = changes.splice(0).length;
      while (busy() !== "false") await new Promise((go) => setTimeout(go, 10));
      await new Promise((go) => setTimeout(go, 50));
      const untouched = drawings.filter(({ node, shows }) => node.isConnected && node.outerHTML === shows);
      const inside = changes.filter((change) => untouched.some(({ node }) => change.target !== node && node.contains(change.target)));
      return { atOnce, drawings: drawings.length, kept: untouched.length, inside: inside.length };
    });
    assert.equal(seen.atOnce.busy, "true", `${game}: the touch shows`);
    assert.ok(seen.atOnce.changes <= 3, `${game}: ${seen.atOnce.changes} changes before the first picture`);
    assert.ok(seen.kept > 0 && seen.kept >= seen.drawings / 2, `${game}: ${seen.kept} of ${seen.drawings} drawings stay as they are`);
    assert.equal(seen.inside, 0, `${game}: ${seen.inside} changes inside drawings that look the same`);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("the log shows its newest line, and lets somebody who reads earlier ones be", async () => {
  const page = await open(browser, site.address, { width: 1440, height: 640 });
  await begin(page, "moon-bots", { players: 4, seed: 7 });
  const inSight = () => page.evaluate(() => {
    const box = document.querySelector(".log-lines").getBoundingClientRect();
    const last = [...document.querySelectorAll(".log-lines p, .log-lines summary")].at(-1).getBoundingClientRect();
    return { last: last.bottom <= box.bottom + 1 && last.top >= box.top, full: document.querySelector(".log-lines").scrollHeight > box.height + 400 };
  });
  // While events are shown, the turn before is still open, and the log is longer than it will be.
  await settled(page);
  for (let turns = 0; turns < 60 && !(await inSight()).full; turns += 1) {
    await page.locator(".answers button").first().click();
    await settled(page);
  }
  assert.deepEqual(await inSight(), { last: true, full: true });
  await page.locator(".log-lines .turn").first().scrollIntoViewIfNeeded();
  assert.equal((await inSight()).last, false);
  await page.locator(".answers button").first().click();
  await settled(page);
  assert.equal((await inSight()).last, false);
  await page.context().close();
});

test("what others do is shown one event at a time, and a touch skips the rest", async () => {
  const page = await open(browser, site.address, { reducedMotion: "no-preference", width: 1280, height: 720 });
  await begin(page, "moon-bots", { players: 4, seed: 7 });
  await page.evaluate(() => {
    window.seen = { lines: [], rises: [], energies: new Set() };
    new MutationObserver(() => {
      const line = document.querySelector(".prompt.showing .prompt-text")?.textContent;
      if (line && line !== window.seen.lines.at(-1)) window.seen.lines.push(line);
      for (const one of document.querySelectorAll(".rises")) if (!window.seen.rises.includes(one.textContent)) window.seen.rises.push(one.textContent);
      window.seen.energies.add([...document.querySelectorAll(".opponent .energy-number b")].map((one) => one.textContent).join());
    }).observe(document.querySelector("cw-table"), { subtree: true, childList: true, characterData: true });
  });
  await page.locator(".answers button", { hasText: "buy nothing" }).click();
  await page.locator(".prompt.asked").waitFor();
  await settled(page);
  await page.locator(".answers button", { hasText: "do not roll" }).click();
  await page.locator(".prompt.showing").waitFor();
  assert.equal(await page.locator(".answers button").count(), 0, "nobody is asked meanwhile");
  await page.locator(".prompt.asked").waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(() => ({ ...window.seen, energies: [...window.seen.energies] }));
  assert.ok(seen.lines.filter((line) => /^Robot [234] (buys|has rolled)/.test(line)).length >= 4, seen.lines.join(" | "));
  assert.ok(seen.rises.includes("−1"), `a hit rises: ${seen.rises}`);
  assert.ok(seen.energies.length > 1, "energy drains while it is shown");
  assert.match(await page.locator(".recap").innerText(), /Robot \d −1 from Robot \d/);
  // Once more, and skipped.
  await settled(page);
  await page.locator(".answers button", { hasText: "buy nothing" }).click();
  await page.locator(".prompt.asked").waitFor();
  await settled(page);
  await page.locator(".answers button", { hasText: "do not roll" }).click();
  await page.locator("#skip").waitFor();
  const from = Date.now();
  await page.locator(".market").click();
  await page.locator(".prompt.asked").waitFor();
  assert.ok(Date.now() - from < 2_000, "the rest is there at once");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("at 1280 × 720 the whole table is in view, and nothing scrolls", async () => {
  for (const game of ["moon-bots", "robot-empire", "robotory", "lunar-command"]) {
    const page = await open(browser, site.address, { width: 1280, height: 720, list: false });
    await begin(page, game, { seed: 7 });
    await settled(page);
    const found = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight - innerHeight,
      cut: [...document.querySelectorAll(".prompt, .own, .opponent, .market .thing, .empire .hand .thing, .empire-side, svg.board, .board-side")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || one.scrollHeight > one.clientHeight + 3 && getComputedStyle(one).overflowY !== "visible";
      }).map((one) => one.className.baseVal ?? one.className),
    }));
    assert.deepEqual(found, { page: 0, cut: [] }, game);
    await page.context().close();
  }
});

test("at 1280 × 720 the log is beside a board, and the end fits: who won, and robots in camp over time", { timeout: 120_000 }, async () => {
  const page = await open(browser, site.address, { width: 1280, height: 720, calm: 0 });
  await begin(page, "robotory", { seed: 3 });
  await settled(page);
  const size = () => page.evaluate(() => {
    const [log, board] = [".log", "svg.board"].map((of) => document.querySelector(of).getBoundingClientRect());
    return { log: log.width > 200 && log.right <= innerWidth && log.bottom <= innerHeight, beside: log.left >= board.right, board: Math.min(board.width, board.height) > 580 };
  });
  assert.deepEqual(await size(), { log: true, beside: true, board: true });
  await playOut(page, 5, 400);
  const end = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollHeight - innerHeight,
    label: document.querySelector(".ending .curve").getAttribute("aria-label"),
    camps: [...document.querySelectorAll(".camp")].map((one) => one.textContent.trim()),
    lines: [...document.querySelectorAll(".ending .curve polyline")].map((one) => one.getAttribute("points").split(" ").map((point) => point.split(",").map(Number))),
  }));
  assert.equal(end.scrolls, 0);
  assert.equal(end.label, `Robots in camp: Light ${end.camps[0]}, Dark ${end.camps[1]}`);
  // There are three robots: at every moment, both camps together have them all. Light begins with one, dark with two.
  const [light, dark] = end.lines;
  assert.ok(light[0][1] > dark[0][1], "light begins with fewer");
  assert.equal(new Set(light.map(([, y], at) => Math.round(y + dark[at][1]))).size, 1, "the sum is always three");
  assert.equal(light.length, dark.length);
  assert.ok(light.every(([x], at) => x === dark[at][0]), "both change together");
  assert.equal(light.at(-1)[0], 390, "the curve reaches the end");
  assert.ok(light.slice(1).every((point, at) => point[0] === light[at][0] || point[1] === light[at][1]), "a count changes in steps");
  await page.context().close();
});

test("the thing is the button: the bar holds what no thing on the table does", async () => {
  const page = await open(browser, site.address, { width: 1280, height: 720, list: false });
  await begin(page, "moon-bots", { players: 4, seed: 7 });
  await settled(page);
  assert.deepEqual(await page.locator(".answers button[data-action]").allInnerTexts().then((all) => all.map((one) => one.replace(/^\d\s*/, ""))), ["buy nothing"]);
  assert.equal(await page.locator(".answers button.likely").count(), 0, "doing nothing is not the likely answer");
  await page.locator("#list").click();
  assert.ok((await page.locator(".answers button.aimed").count()) > 0, "the list comes on request");
  const given = await page.locator(".table").getAttribute("data-answered");
  await page.locator("[data-target='market:bottom-left'].may").click();
  await page.waitForFunction((before) => document.querySelector(".table").getAttribute("data-answered") !== before, given);
  await settled(page);
  // Few answers need no request, and the one that does something is filled.
  assert.deepEqual([await page.locator("#list").count(), await page.locator(".answers button.likely").innerText().then((text) => text.replace(/^\d\s*/, ""))], [0, "roll the dice"]);
  await page.context().close();
});

test("in Lunar Command the piece in hand follows the pointer and turns with r", async () => {
  const page = await open(browser, site.address, { width: 1280, height: 720, list: false });
  await begin(page, "lunar-command", { seed: 7 });
  await settled(page);
  const ghost = () => page.evaluate(() => {
    const one = document.querySelector(".ghost-piece");
    return { wide: Number(one.getAttribute("width")), high: Number(one.getAttribute("height")), fits: one.classList.contains("fits") };
  });
  await page.locator(".cell-spot.may").first().hover();
  const before = await ghost();
  assert.ok(before.fits && before.wide !== before.high, JSON.stringify(before));
  await page.keyboard.press("r");
  await page.locator(".cell-spot.may").first().hover();
  const after = await ghost();
  assert.deepEqual([after.wide, after.high, after.fits], [before.high, before.wide, true]);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a first game has six marks, and the second has none", async () => {
  const page = await open(browser, site.address, { width: 1280, height: 720, first: true });
  await begin(page, "moon-bots", { players: 4, seed: 7 });
  for (let marks = 0; marks < 6; marks += 1) {
    await page.locator(".coached").waitFor();
    await page.locator("#coach-next").click();
  }
  await page.locator("#coach-skip").click();
  await page.waitForFunction(() => !document.querySelector(".coach, .coached"));
  await page.locator("#again").click();
  // The table of the first match stays until the second has begun.
  await page.waitForFunction(() => !document.querySelector("cw-coach"));
  await settled(page);
  assert.equal(await page.locator("cw-coach, .coached").count(), 0);
  await page.context().close();
});

test("a tip of a first game hides neither what it explains nor the question", async () => {
  for (const [game, width, height] of [["moon-bots", 1280, 720], ["lunar-command", 1280, 720], ["robotory", 390, 844], ["lunar-command", 390, 844], ["robot-empire", 390, 844], ["moon-bots", 820, 1180]]) {
    const page = await open(browser, site.address, { width, height, first: true, list: false });
    await begin(page, game, { seed: 7 });
    for (let mark = 0; mark < 6; mark += 1) {
      await page.locator(".coached").first().waitFor();
      const found = await page.evaluate(() => {
        const box = (of) => document.querySelector(of).getBoundingClientRect();
        const tip = box(".coach");
        const over = (one) => Math.max(0, Math.min(tip.right, one.right) - Math.max(tip.left, one.left)) * Math.max(0, Math.min(tip.bottom, one.bottom) - Math.max(tip.top, one.top));
        const thing = box(".coached");
        return { inside: tip.left >= 0 && tip.top >= 0 && tip.right <= innerWidth && tip.bottom <= innerHeight, question: over(box(".prompt-text")), share: over(thing) / (thing.width * thing.height) };
      });
      assert.ok(found.inside && found.question === 0 && found.share < 0.15, `${game} at ${width}, tip ${mark + 1}: ${JSON.stringify(found)}`);
      await page.locator("#coach-next").click();
    }
    await page.context().close();
  }
});

test("the end says who won, and the replay steps and is played on from", async () => {
  const page = await open(browser, site.address, { calm: 0 });
  await begin(page, "moon-bots", { players: "2", seed: 3 });
  await playOut(page, 5, 900);
  assert.match(await page.locator(".ending h2").innerText(), /won/);
  assert.equal(await page.locator(".ending .curve polyline").count(), 2);
  await page.locator("#replay").click();
  const at = (many) => page.waitForFunction((many) => document.querySelector(".replay output")?.textContent.startsWith(`${many} /`), many);
  const answered = () => page.locator(".table").getAttribute("data-answered").then(Number);
  const whole = await answered();
  await page.locator("#replay-at").fill("60");
  await until(async () => (await page.locator(".table").count()) && (await answered()) < whole);
  const later = await answered();
  await page.locator("#replay-at").fill("30");
  await until(async () => (await page.locator(".table").count()) && (await answered()) < later);
  await page.locator("#replay-next").click();
  await at(31);
  await page.locator("#replay-back").click();
  await at(30);
  await page.locator("#replay-play").click();
  await at(32);
  await page.locator("#replay-play").click();
  assert.ok((await answered()) < later);
  await page.locator("#go-on").click();
  await page.locator("#replay-at").waitFor({ state: "detached" });
  await page.locator(".prompt.asked").waitFor();
  assert.ok((await answered()) < later, "the game goes on from there");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("an event changes the board at once: discs land and burn, robots, figures and UFOs move, the die shows its face", async () => {
  const page = await open(browser, site.address);
  /** The board and the view after an event that never happened, and those items of the board that changed. */
  const after = (event) => page.evaluate((event) => {
    const { play } = document.querySelector("cw-table");
    const { table, drawing } = play.face.step({ event, text: "", cites: [] }, play.table, play.cards, play.drawing);
    const before = new Set(play.drawing.items.map((item) => JSON.stringify(item)));
    return { view: table.view, changed: drawing.items.filter((item) => !before.has(JSON.stringify(item))), gone: play.drawing.items.length - drawing.items.length };
  }, event);
  // Two people, so that nobody moves meanwhile.
  await page.locator("input[name=game][value=robotory]").check();
  await page.locator("#here").selectOption("2");
  await begin(page, "robotory", { seed: 4 });
  await settled(page);
  const placed = await after({ kind: "placed", seat: 1, colour: "black", hex: "c3" });
  assert.deepEqual(placed.changed.map(({ label, place, look }) => [label, place, look]), [["black disc", "c3", "lands"]]);
  assert.equal(placed.view.supplies[0].black, 1);
  // The disc that the engine draws is where the new one has landed.
  await page.evaluate(() => document.querySelector("cw-table").play.answer("place black c3"));
  await page.locator("[data-target='place:c3'][aria-label*='black disc']").waitFor();
  await settled(page);
  const drawn = await page.evaluate(() => document.querySelector("cw-table").play.drawing.items.find((item) => item.label === "black disc").marks);
  assert.deepEqual(drawn, placed.changed[0].marks);
  const moved = await after({ kind: "moved", seat: 2, robot: "black", path: ["c4", "c3"], burned: { white: 0, black: 1 } });
  assert.deepEqual(moved.changed.map(({ label, place, look }) => [label, place, look ?? ""]).sort(), [["black disc", "c3", "fades"], ["black robot", "c3", ""]]);
  assert.equal(moved.view.burned.black, 1);
  await page.locator("#leave").click();
  await begin(page, "lunar-command", { seed: 4 });
  await settled(page);
  assert.equal((await after({ kind: "rolled", who: "orange", face: "white-grey" })).view.face, "white-grey");
  const built = await after({ kind: "built", who: "green", placed: { kind: "straight", cell: "2,3", up: true } });
  assert.deepEqual(built.changed.map(({ place, look, marks }) => [place, look, marks[0].size]), [["2,3", "lands", [16, 76]]]);
  const ufo = await page.evaluate(() => document.querySelector("cw-table").play.table.view.ufos[0].cell);
  const flown = await after({ kind: "ufo", who: "green", from: ufo, to: "2,3" });
  assert.ok(flown.changed.some(({ label, place, from }) => label === "UFO" && place === "2,3" && from) && flown.gone === 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("in Robot Empire a card that comes out is seen at once, one that is destroyed goes, and one that survived says so", async () => {
  const page = await open(browser, site.address);
  await begin(page, "robot-empire", { seed: 7 });
  await settled(page);
  const found = await page.evaluate(() => {
    const { play } = document.querySelector("cw-table");
    const step = (table, event) => play.face.step({ event, text: "", cites: [] }, table, play.cards, null).table;
    const units = (table) => table.view.players[1].units.map(({ id, gone, survived, ready }) => ({ id, gone, survived, ready }));
    const before = play.table.view.players[1];
    const out = step(play.table, { kind: "comes-out", player: 2, card: "cave-brute", points: 3 });
    const paid = before.vault - out.view.players[1].vault;
    const twice = step(out, { kind: "comes-out", player: 2, card: "cave-brute", points: 3 });
    const survived = step(twice, { kind: "survives", player: 2, unit: "2:cave-brute" });
    const destroyed = step(survived, { kind: "destroyed", player: 2, unit: "2:cave-brute.2" });
    const later = step(destroyed, { kind: "recharges", player: 2, unit: "2:cave-brute" });
    play.table = later;
    document.querySelector("cw-table").requestUpdate();
    return { had: before.units.length, paid, twice: units(twice).slice(before.units.length), destroyed: units(destroyed).at(-1), later: units(later).slice(before.units.length) };
  });
  assert.equal(found.paid, 3);
  assert.deepEqual(found.twice.map((one) => one.id), ["2:cave-brute", "2:cave-brute.2"]);
  assert.equal(found.destroyed.gone, true);
  assert.deepEqual(found.later.map(({ id, survived, ready }) => [id, survived, ready]), [["2:cave-brute", true, false]]);
  const unit = page.locator("[data-target='unit:2:cave-brute']");
  assert.equal(await unit.locator(".unit-more").innerText(), "survived");
  assert.match(await unit.innerText(), /recharging, survived/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a robot that cannot move says which hex it cannot enter", async () => {
  const page = await open(browser, site.address);
  await begin(page, "robotory", { seed: 4 });
  await page.locator("[data-target='place:b3']").dispatchEvent("click");
  assert.match(await page.locator(".verdict.no").innerText(), /cannot enter b4/);
  await page.context().close();
});

test("while others play, a slider beside their event sets the pace", async () => {
  const page = await open(browser, site.address);
  await page.evaluate(() => localStorage.setItem("cardwright.pace", JSON.stringify("slow")));
  await begin(page, "moon-bots", { players: "4", seed: 7 });
  await page.locator(".answers button", { hasText: "buy nothing" }).click();
  await page.locator(".answers button", { hasText: "do not roll" }).click();
  const slider = page.locator(".prompt.showing #pace-now");
  assert.equal(await slider.inputValue(), "1");
  // The table is not asked meanwhile, so it says that it is disabled; the slider is not.
  await slider.fill("0", { force: true });
  await page.locator(".prompt.asked").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("cardwright.pace")), '"off"');
  await page.context().close();
});
