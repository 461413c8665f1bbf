// What everybody sees of a game, at four sizes, light and dark: the tips of a first game, the table, the end, the replay. Laws
// over all of it: no small type, no text cut off, nothing to touch under something else, and enough contrast.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { begin, browser, open, site, staged } from "./stage.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
staged();

const settled = (page) => page.waitForFunction(() => document.querySelector("cw-table")?.play?.question && document.querySelector(".table")?.getAttribute("aria-busy") === "false");

/** Gives so many answers, or plays to the end; the same in every run. */
const answer = (page, most) => page.evaluate(async (most) => {
  let state = 5;
  const luck = (many) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * many);
  };
  for (let given = 0; given < most && !document.querySelector(".prompt.ended");) {
    const { play } = document.querySelector("cw-table");
    if (!play.mine || play.busy || play.unread) {
      await new Promise((go) => setTimeout(go, 5));
      continue;
    }
    const all = play.question.choices;
    const about = all.filter((one) => play.targetsOf(one).length);
    const some = about.length && luck(5) ? about : all;
    await play.answer(some[luck(some.length)].action);
    given += 1;
  }
}, most);

/** What breaks a law of the page. */
const broken = (page) => page.evaluate(() => {
  const found = [];
  const named = (one) => `${one.getAttribute("class") || one.localName} "${(one.textContent || one.getAttribute("aria-label") || "").trim().slice(0, 40)}"`;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".sr, [hidden]") && one.getBoundingClientRect().width > 1;
  const walker = document.createTreeWalker(document.querySelector("cw-app"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || !seen(one) || ["title", "style", "option"].includes(one.localName)) continue;
    const size = Number.parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? Math.abs(one.getScreenCTM().a) || 1 : 1);
    // A tapped card is turned, which makes its matrix smaller and nothing else.
    if (size > 0 && size < (one.closest(".tapped") ? 10.8 : 10.95)) found.push(`${size.toFixed(1)} px: ${named(one)}`);
    const { overflowX, webkitLineClamp } = getComputedStyle(one);
    if (overflowX === "hidden" && webkitLineClamp === "none" && one.scrollWidth > one.clientWidth + 2 && !one.closest(".unit")) found.push(`cut: ${named(one)}`);
  }
  for (const text of document.querySelectorAll(".card-art text, .curve text")) {
    const [box, around] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    if (around.width && (box.right > around.right - 1 || box.left < around.left || box.bottom > around.bottom + 1)) found.push(`off its picture: ${named(text)}`);
  }
  // What a box holds keeps away from its edge.
  for (const [of, around] of [[".part-line, .opponent .chip", ".opponent"], [".unit-name, .unit-more", ".unit:not(.tapped)"], [".rules .minute", ".panel"]]) {
    for (const one of document.querySelectorAll(of)) {
      const [box, edge] = [one.getBoundingClientRect(), one.closest(around)?.getBoundingClientRect()];
      if (edge && box.width > 1 && (box.left < edge.left + 3 || box.right > edge.right - 3)) found.push(`at the edge of its box: ${named(one)}`);
    }
  }
  const bar = document.querySelector(".prompt")?.getBoundingClientRect();
  const tip = document.querySelector(".coach");
  if (bar && (bar.bottom > innerHeight + 1 || bar.top < 0)) found.push(`the prompt is outside of the window: ${bar.top} to ${bar.bottom}`);
  for (const one of document.querySelectorAll("button.thing.may, .prompt button, .match-line button, .top button, .ending button, .board-tools button")) {
    if (!seen(one) || one.disabled) continue;
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (y > innerHeight || y < 0 || (x < 0 || x > innerWidth) && one.closest(".market, .hand, .unit-row")) continue;
    const on = document.elementFromPoint(x, y);
    // The prompt and a tip lie over the table on purpose; what is under the prompt is scrolled to.
    if (on && !one.contains(on) && !on.contains(one) && !on.closest(".coach") && !(on.closest(".prompt") && !one.closest(".prompt"))) found.push(`${named(one)} is under ${named(on)}`);
  }
  const parts = [".top", ".ending", ".room-bar", ".opponents", ".market", ".tray", ".own", ".empire-side", ".empire-middle", ".board-scroll", ".board-side", ".hand"].flatMap((of) => [...document.querySelectorAll(of)]).filter((one) => seen(one) && !one.closest(".log"));
  parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (one.contains(other) || other.contains(one) || one.matches(".top") || one.matches(".ending") && getComputedStyle(one).position === "absolute") return;
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) found.push(`${one.className} and ${other.className} overlap`);
  }));
  if (tip) {
    const [box, top] = [tip.getBoundingClientRect(), document.querySelector(".top").getBoundingClientRect()];
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) found.push("the tip is outside of the window");
    if (scrollY < 1 && box.top < top.bottom - 2) found.push("the tip lies over the head of the page");
    const thing = document.querySelector(".coached")?.getBoundingClientRect();
    if (!thing?.width) found.push(`the tip explains nothing that is seen: ${tip.textContent.trim().slice(0, 40)}`);
  }
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const card of document.querySelectorAll(".card-art")) {
    if (!seen(card)) continue;
    for (const [of, under] of [[".card-name", ".card-band"], [".card-text, .sign-number", ".card-paper"], [".card-cost-text", ".card-cost"]]) {
      const [text, paper] = [card.querySelector(of), card.querySelector(under)];
      if (!text || !paper) continue;
      const [a, b] = [light(getComputedStyle(text).fill), light(getComputedStyle(paper).fill)].sort((one, other) => other - one);
      if ((a + 0.05) / (b + 0.05) < 4.5) found.push(`contrast ${((a + 0.05) / (b + 0.05)).toFixed(1)}: ${named(text)}`);
    }
  }
  return [...new Set(found)].slice(0, 12);
});

/** The laws in both themes, with the contrast of all text beside pictures. */
async function lawful(page, what) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    assert.deepEqual(await broken(page), [], `${what}, ${theme}`);
    if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe);
    const contrast = await page.evaluate(async () => (await window.axe.run("cw-app", { runOnly: ["color-contrast"] })).violations.flatMap((one) => one.nodes.map((node) => `${node.html.slice(0, 100)} ${node.failureSummary.slice(0, 160)}`)));
    assert.deepEqual(contrast, [], `${what}, ${theme}`);
  }
}

for (const [width, height] of [[1440, 900], [1280, 720], [834, 1112], [390, 844]]) {
  for (const game of ["moon-bots", "robot-empire", "robotory", "lunar-command"]) {
    test(`${game} at ${width} × ${height}: tips, table, end and replay are easy to read and to touch`, { timeout: 240_000 }, async () => {
      const page = await open(browser, site.address, { width, height, list: false, first: true, calm: 0 });
      await page.evaluate(() => localStorage.setItem("cardwright.pace", JSON.stringify("off")));
      await lawful(page, "lobby");
      await begin(page, game, { seed: 3, ...(game === "moon-bots" ? { players: "4" } : {}) });
      await settled(page);
      for (let tip = 1; tip <= 6; tip += 1) {
        await page.waitForTimeout(60);
        assert.deepEqual(await broken(page), [], `tip ${tip}`);
        await page.locator("#coach-next").click();
      }
      await page.waitForTimeout(60);
      await lawful(page, "first turn");
      if (await page.locator("#coach-skip").count()) await page.locator("#coach-skip").click();
      await answer(page, 9);
      await settled(page);
      await page.evaluate(() => scrollTo(0, 0));
      await lawful(page, "table");
      await answer(page, 2000);
      await settled(page);
      await page.waitForTimeout(60);
      const again = await page.locator(".ending .main").boundingBox();
      assert.ok(again.y > 0 && again.y + again.height < height, "the end comes into view");
      await page.evaluate(() => scrollTo(0, 0));
      await lawful(page, "end");
      assert.ok((await page.locator(".ending .portrait").first().boundingBox()).width >= 60, "the winner is seen");
      assert.ok((await page.locator(".prompt-who").boundingBox()).width < 2, "the winner is named once");
      assert.equal(await page.locator(".ending").getByRole("button").count(), 3);
      if (width > 1100) assert.equal(await page.locator(".market:visible, .hand:visible").count(), game === "moon-bots" ? 1 : 0, "the end has the place of the market");
      await page.locator("#replay").click();
      await page.locator("#replay-at").waitFor();
      const half = Math.floor(Number(await page.locator("#replay-at").getAttribute("max")) / 2);
      await page.locator("#replay-at").fill(String(half));
      await page.waitForFunction((half) => Math.abs(Number(document.querySelector(".table")?.dataset.answered) - half) < 12, half);
      await settled(page);
      await lawful(page, "replay");
      const bar = await page.evaluate(() => [...document.querySelectorAll(".match-line > *")].filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)));
      assert.ok(new Set(bar.map((y) => Math.round(y / 8))).size <= (width > 700 ? 2 : 3), `the controls of the replay are in ${bar}`);
      assert.equal(await page.locator(".may, .answers button").count(), 0, "nothing is answered in a replay");
      const answered = await page.locator(".table").getAttribute("data-answered");
      await page.locator("[data-target]").first().dispatchEvent("click");
      await page.keyboard.press("1");
      await page.waitForTimeout(150);
      assert.equal(await page.locator(".table").getAttribute("data-answered"), answered);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }
}

test("the rules open with how to play, off the edge of its box", async () => {
  for (const width of [1280, 390]) {
    const page = await open(browser, `${site.address}#/rules`, { width });
    await page.locator(".rules .minute").waitFor();
    assert.deepEqual(await broken(page), [], `${width}`);
    await page.context().close();
  }
});
