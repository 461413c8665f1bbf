// How it looks and reads: axe without serious findings in light and dark, no page wider than its screen, screenshots.
import assert from "node:assert/strict";
import { readFile, mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { begin, browse, open, serve, shots } from "./stage.mjs";

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
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

const places = {
  "lobby": ["#/play", (page) => page.locator("#begin").waitFor()],
  "moon-bots": ["#/play", table("moon-bots")],
  "robotory": ["#/play", table("robotory")],
  "lunar-command": ["#/play", table("lunar-command")],
  "robot-empire": ["#/play", table("robot-empire")],
  "workshop": ["#/workshop", (page) => page.locator(".problems .good").waitFor()],
  "judge": ["#/judge", async (page) => {
    await page.locator("#judge-game option").first().waitFor({ state: "attached" });
    await page.locator("#set-up").click();
    await page.locator("cw-table .prompt").waitFor();
  }],
  "rules": ["#/rules/MB-4.1", (page) => page.locator("#c-MB-4\\.1").waitFor()],
};

for (const [name, [hash, go]] of Object.entries(places)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name}, ${colorScheme}`, { timeout: 120_000 }, async () => {
      for (const [width, height] of sizes) {
        const page = await open(browser, site.address + hash, { width, height, colorScheme });
        await go(page);
        await page.screenshot({ path: `${shots}${name}-${width}-${colorScheme}.png` });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name} is ${wide} wide on a screen of ${width}`);
        await page.evaluate(axe);
        const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
        const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
          .map((one) => `${one.id}: ${one.help}\n${one.nodes.slice(0, 3).map((node) => `  ${node.html.slice(0, 160)}\n  ${node.failureSummary?.slice(0, 300)}`).join("\n")}`);
        assert.deepEqual(serious, [], `${name} ${width} ${colorScheme}`);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
      }
    });
  }
}
