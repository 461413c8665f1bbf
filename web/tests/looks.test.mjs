// How it looks and reads: axe without serious findings in light and dark, no page wider than its screen, and pictures that
// are compared with those of before, with a tolerance. `CARDWRIGHT_LOOKS=write web/test` takes them anew; look at them then.
import assert from "node:assert/strict";
import { readFile, mkdir } from "node:fs/promises";
import { before, test } from "node:test";
import { begin, browser, open, shots, site, staged } from "./stage.mjs";
import { compare, fonts, writes } from "./pictures.mjs";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** The sizes that the page is made for. */
const sizes = [[1440, 900], [360, 740]];

staged();
before(() => mkdir(shots, { recursive: true }));

const settled = (page) => page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");

const table = (game) => async (page) => {
  await begin(page, game, { seed: 7 });
  for (let turns = 0; turns < 8; turns += 1) {
    await settled(page);
    const answers = page.locator(".answers button");
    if (!(await answers.count())) break;
    await answers.nth(Math.min(turns % 2, (await answers.count()) - 1)).click();
  }
  await settled(page);
};

/** Fills the judge's table. */
const judge = (game) => async (page) => {
  await page.locator("#judge-game option").first().waitFor({ state: "attached" });
  if (game !== "moon-bots") await page.locator("#judge-game").selectOption(game);
  await page.locator(`cw-table .game-${game}`).waitFor();
  await settled(page);
};

const places = {
  "lobby": ["#/play", (page) => page.locator("#begin").waitFor()],
  "moon-bots": ["#/play", table("moon-bots")],
  "robotory": ["#/play", table("robotory")],
  "lunar-command": ["#/play", table("lunar-command")],
  "robot-empire": ["#/play", table("robot-empire")],
  "workshop": ["#/workshop", async (page) => {
    await page.locator(".problems .good").waitFor();
    await page.locator("#tab-rulings .good").waitFor();
  }],
  "judge": ["#/judge", async (page) => {
    await judge("moon-bots")(page);
    await page.locator("#question").fill("may I buy a part I cannot pay for?");
    await page.locator(".clauses li").first().waitFor();
  }],
  "rules": ["#/rules/MB-4.1", (page) => page.locator("#c-MB-4\\.1").waitFor()],
};

/** Views that are only looked at by axe: sheets, tabs, verdicts, the judge of every game. */
const more = {
  "settings": ["#/play", async (page) => {
    await page.locator("#open-settings").click();
    await page.locator("dialog[open]").waitFor();
  }],
  "a clause over the table": ["#/play", async (page) => {
    await table("moon-bots")(page);
    await page.locator("cw-table .prompt .cite").first().click();
    await page.locator("dialog[open]").waitFor();
  }],
  "why not": ["#/play", async (page) => {
    await begin(page, "robotory", { seed: 4 });
    await page.locator("[data-target='place:b3']").dispatchEvent("click");
    await page.locator(".verdict").waitFor();
  }],
  "hint": ["#/play", async (page) => {
    await begin(page, "moon-bots", { seed: 7, players: "4" });
    await page.getByTitle("Hint").click();
    await page.locator(".advice table.odds").waitFor();
  }],
  "replay": ["#/play", async (page) => {
    await table("robotory")(page);
    await page.locator("#replay").click();
    await page.locator("#replay-at").waitFor();
  }],
  ...Object.fromEntries(["robotory", "lunar-command", "robot-empire"].map((game) => [`judge of ${game}`, ["#/judge", judge(game)]])),
  ...Object.fromEntries(["text", "odds", "rulings", "gaps", "try", "balance"].map((tab) => [`workshop, ${tab}`, ["#/workshop", async (page) => {
    await page.locator(".problems .good").waitFor();
    await page.locator(`#tab-${tab}`).click();
    if (tab === "gaps") {
      await page.locator("#gaps").click();
      await page.locator("#gaps-found").waitFor();
    }
    if (tab === "try") {
      await page.locator("#try-by-hand").click();
      await page.locator("cw-trial cw-table .prompt").waitFor();
    }
    if (tab === "rulings") await page.locator("#rulings-good").waitFor();
  }]])),
  "workshop with mistakes": ["#/workshop", async (page) => {
    await page.locator(".problems .good").waitFor();
    await page.locator("cw-editor .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("oops ");
    await page.locator(".problems li.bad").first().waitFor();
  }],
};

async function serious(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.help}\n${one.nodes.slice(0, 3).map((node) => `  ${node.html.slice(0, 160)}\n  ${node.failureSummary?.slice(0, 300)}`).join("\n")}`);
}

for (const [name, [hash, go]] of Object.entries(places)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name}, ${colorScheme}`, { timeout: 120_000 }, async (t) => {
      for (const [width, height] of sizes) {
        const page = await open(browser, site.address + hash, { width, height, colorScheme, deviceScaleFactor: width > 640 ? 0.35 : 0.5 });
        await go(page);
        const differs = await fonts(browser, page);
        if (differs && !writes) t.diagnostic(`pictures not compared: ${differs}`);
        else await compare(page, `${name}-${width}-${colorScheme}`, t);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name} is ${wide} wide on a screen of ${width}`);
        assert.deepEqual(await serious(page), [], `${name} ${width} ${colorScheme}`);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
      }
    });
  }
}

for (const [name, [hash, go]] of Object.entries(more)) {
  test(`axe: ${name}`, { timeout: 120_000 }, async () => {
    for (const [width, height, colorScheme] of [[1440, 900, "dark"], [360, 740, "light"]]) {
      const page = await open(browser, site.address + hash, { width, height, colorScheme });
      await go(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} wide on a screen of ${width}`);
      assert.deepEqual(await serious(page), [], `${name} ${width} ${colorScheme}`);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
  });
}

/** What is cut off, spills out of its box or lies over something else that is touched. */
const faults = (page) => page.evaluate(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1 && !one.closest(".sr");
  const named = (one) => `${one.className || one.localName} "${one.textContent.trim().slice(0, 40)}"`;
  for (const one of document.querySelectorAll("button, label, select, p, h1, h2, h3, strong, span, a, th, td, li")) {
    if (!seen(one)) continue;
    const { overflowX, display } = getComputedStyle(one);
    if (overflowX === "hidden" && one.scrollWidth > one.clientWidth + 2 && !one.title && !one.classList.contains("slot-name")) found.push(`cut: ${named(one)}`);
    else if (!one.children.length && one.scrollWidth > one.clientWidth + 3 && display !== "inline") found.push(`spills: ${named(one)}`);
  }
  for (const text of document.querySelectorAll(".card-art text")) {
    const [box, card] = [text.getBoundingClientRect(), text.closest(".card-art").getBoundingClientRect()];
    if (card.width && (box.right > card.right + 0.5 || box.left < card.left - 0.5)) found.push(`runs off its card: ${named(text)}`);
  }
  const boxes = [...document.querySelectorAll("button, select, input, a, h1")].filter((one) => seen(one) && !one.closest(".rules-head, .unit-row, .skip")).map((one) => [one, one.getBoundingClientRect()]);
  boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one) || one.closest(".prompt") !== other.closest(".prompt") || one.closest(".rules-head")) return;
    const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    const clipped = one.closest(".market, .hand, .opponents, .answers, .board-scroll, .tree, .side, .log-lines") !== other.closest(".market, .hand, .opponents, .answers, .board-scroll, .tree, .side, .log-lines");
    if (wide > 4 && high > 4 && !clipped) found.push(`${named(one)} lies over ${named(other)}`);
  }));
  return [...new Set(found)].slice(0, 10);
});

// 640 × 450 is a screen of 1280 × 900 at 200 %.
for (const [width, height] of [[360, 740], [640, 450], [768, 1024], [1024, 768], [1440, 900], [1920, 1080]]) {
  test(`nothing is cut off or lies over anything else at ${width} × ${height}, in German`, { timeout: 180_000 }, async () => {
    const busy = { ...places, "moon-bots of four, late": ["#/play", async (page) => {
      await begin(page, "moon-bots", { seed: 5, players: "4" });
      for (let turns = 0; turns < 24; turns += 1) {
        await settled(page);
        const answers = page.locator(".answers button");
        const many = await answers.count();
        if (!many) break;
        await answers.nth((turns * 3 + 1) % many).click();
      }
      await settled(page);
    }] };
    for (const [name, [hash, go]] of Object.entries(busy)) {
      const page = await open(browser, site.address + hash, { width, height, locale: "de-DE" });
      await go(page);
      assert.deepEqual(await faults(page), [], name);
      await page.context().close();
    }
  });
}

test("who wants more contrast gets it, and who wants no motion sees none", async () => {
  const page = await open(browser, site.address, { contrast: "more", reducedMotion: "reduce" });
  await begin(page, "moon-bots", { seed: 5, players: "4" });
  const colours = await page.evaluate(() => {
    const of = (name) => getComputedStyle(document.querySelector(name)).color;
    return [of(".muted"), of("body")];
  });
  assert.equal(colours[0], colours[1], "what is quiet is as dark as the rest");
  assert.deepEqual(await serious(page), []);
  const moving = await page.evaluate(() => [...document.querySelectorAll("cw-table *")].filter((one) => one.getAnimations().some((each) => each.effect.getComputedTiming().duration > 0)).map((one) => one.className));
  assert.deepEqual(moving, []);
  const durations = await page.evaluate(() => [...new Set([...document.querySelectorAll("button")].map((one) => getComputedStyle(one).transitionDuration))]);
  assert.ok(durations.every((one) => one.split(", ").every((each) => Number.parseFloat(each) === 0)), durations.join("; "));
  await page.context().close();
});

test("the thing in focus has a ring", async () => {
  for (const [width, height] of [[1440, 900], [360, 740]]) {
    const page = await open(browser, site.address, { width, height });
    await begin(page, "moon-bots", { seed: 5, players: "4" });
    await settled(page);
    const cut = [];
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(() => {
        const one = document.activeElement;
        if (!one || one === document.body) return null;
        const style = getComputedStyle(one);
        return { what: `${one.className} ${one.textContent.trim().slice(0, 30)}`, ring: style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2 };
      });
      if (found && !found.ring) cut.push(found.what);
    }
    assert.deepEqual(cut, [], `${width}`);
    await page.context().close();
  }
});
