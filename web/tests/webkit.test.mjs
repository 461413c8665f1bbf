// The page in WebKit: the table of each game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { engine, serve } from "./stage.mjs";
import { missing, webkit } from "./webkit.mjs";

// Once is enough: the tests of every browser call this file.
const skip = engine === "webkit" ? missing : "CARDWRIGHT_BROWSER=webkit runs it";
let site;
let browser;
before(async () => {
  if (skip) return;
  site = await serve();
  browser = await webkit();
  await browser.open(site.address);
});
after(async () => {
  await browser?.close();
  site?.close();
});

const settled = () => browser.until(() => document.querySelector("cw-table:not([hidden]) .table")?.getAttribute("aria-busy") === "false");
/** Opens the page anew, with what tests want kept; errors are collected from then on. */
async function visit(hash = "", kept = {}) {
  await browser.run((kept) => {
    localStorage.clear();
    const all = { calm: 0, pace: "off", coached: ["moon-bots", "robot-empire", "robotory", "lunar-command"], ...kept };
    for (const [key, value] of Object.entries(all)) localStorage.setItem(`cardwright.${key}`, JSON.stringify(value));
  }, kept);
  await browser.open(`${site.address}${hash}`);
  await browser.reload();
  await browser.run(() => {
    window.wrong = [];
    addEventListener("error", (event) => window.wrong.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => window.wrong.push(String(event.reason)));
  });
}
async function begin(game, seed = 7) {
  await browser.click(`input[name=game][value=${game}]`);
  await browser.run((seed) => {
    document.querySelector("#more").open = true;
    const field = document.querySelector("#seed");
    field.value = String(seed);
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }, seed);
  const from = performance.now();
  await browser.click("#begin");
  await settled();
  return performance.now() - from;
}
const noErrors = async () => assert.deepEqual(await browser.run(() => window.wrong), []);

// The longer games are played for so many answers.
for (const [game, most] of [["moon-bots", 600], ["robot-empire", 30], ["robotory", 600], ["lunar-command", 20]]) {
  test(`${most < 600 ? `${most} answers` : "a whole game"} of ${game}`, { skip, timeout: 300_000 }, async (t) => {
    await visit("", { list: true });
    await browser.size(1440, 900);
    const first = await begin(game);
    // A few answers by the pointer, the rest from the page.
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await browser.run(() => document.querySelector(".table").dataset.answered);
      await browser.click(".answers button[data-action]");
      await browser.until((before) => document.querySelector(".table").dataset.answered !== before, before);
      await settled();
    }
    const played = await browser.later(async (most) => {
      const touches = [];
      const answers = [];
      const picture = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));
      const table = () => document.querySelector(".table");
      const from = Date.now();
      while (touches.length < most && Date.now() - from < 180_000 && !document.querySelector(".prompt.ended")) {
        const all = document.querySelectorAll(".answers button[data-action]");
        if (!all.length) {
          await picture();
          continue;
        }
        const at = performance.now();
        all[touches.length % 2 ? all.length - 1 : 0].click();
        await picture();
        touches.push(performance.now() - at);
        while (table().getAttribute("aria-busy") !== "false") await new Promise((go) => setTimeout(go, 4));
        await picture();
        answers.push(performance.now() - at);
      }
      const median = (list) => Math.round(list.sort((one, other) => one - other)[Math.floor(list.length / 2)]);
      return { many: touches.length, touch: median(touches), answer: median(answers), ended: document.querySelector(".prompt.ended")?.innerText ?? "" };
    }, most);
    assert.ok(played.many === most || /won/.test(played.ended), JSON.stringify(played));
    t.diagnostic(`WebKit ${browser.version}, ${game}: first question ${Math.round(first)} ms, picture after a touch ${played.touch} ms, next question ${played.answer} ms, ${played.many} answers`);
    await noErrors();
  });
}
