// How it looks and reads: axe without serious findings in light and dark, no page wider than its screen, and pictures that
// are compared with those of before, with a tolerance. `CARDWRIGHT_LOOKS=write web/test` takes them anew; look at them then.
import assert from "node:assert/strict";
import { readFile, mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { begin, browse, open, serve, shots } from "./stage.mjs";
import { compare, fonts, writes } from "./pictures.mjs";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** The sizes that the page is made for. */
const sizes = [[1440, 900], [360, 740]];

let site;
let browser;
before(async () => {
  await mkdir(shots, { recursive: true });
  site = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  site?.close();
});

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
