// How long the page takes on a slow phone: `node tests/measure.mjs` after `web/build`. A processor so many times slower and
// a line of 1.6 Mbit/s with 150 ms of delay, as the slow profile of Lighthouse has; nothing is cached. With `fast`, only the
// first questions, over a line of 50 Mbit/s.
import { begin, browse, open, serve } from "./stage.mjs";

const line = (latency, down, up) => ({ offline: false, latency, downloadThroughput: (down * 1_000_000) / 8, uploadThroughput: (up * 1_000_000) / 8 });
const SLOW = line(150, 1.6, 0.75);
const FAST = line(20, 50, 10);
const GAMES = ["moon-bots", "robot-empire", "robotory", "lunar-command"];
/** Runs of each; the median counts. */
const RUNS = 3;
/** The middle one. */
const median = (list) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];

/** An empty page on a slow phone, and the site that it will go to. */
async function visit(browser, coding, slower, line = SLOW) {
  const site = await serve(coding);
  const page = await open(browser, "about:blank", { width: 360, height: 740, isMobile: true, hasTouch: true });
  page.setDefaultTimeout(120_000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const end = async () => {
    await page.context().close();
    site.close();
  };
  return { page, site, end };
}

/** The time until a first game asks its first question, when the lobby is left as it stands. The page itself clicks as soon as
 * it can, because what Playwright runs for a click takes longer on a slow processor than the click. */
async function first(browser, coding, slower, game, line = SLOW) {
  const { page, site, end } = await visit(browser, coding, slower, line);
  await page.addInitScript((game) => {
    const appears = (what) => new Promise((go) => {
      const look = () => {
        const found = document.querySelector(what);
        if (found) go(found);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const drawn = () => new Promise((go) => requestAnimationFrame(() => setTimeout(() => go(performance.now()), 0)));
    window.reached = (async () => {
      await appears("#begin");
      const lobby = await drawn();
      document.querySelector(`input[name=game][value=${game}]`).click();
      await drawn();
      document.querySelector("#begin").click();
      await appears(".prompt");
      return { lobby, question: await drawn() };
    })();
  }, game);
  const from = performance.now();
  await page.goto(site.address, { waitUntil: "commit" });
  await page.waitForFunction(() => location.protocol === "http:" && window.reached);
  const reached = await page.evaluate(() => window.reached);
  // The first answer waits for the rest of the engine.
  await page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");
  const before = await page.locator(".prompt").innerText();
  await page.locator(".answers button").first().click();
  await page.waitForFunction((before) => document.querySelector(".table").getAttribute("aria-busy") === "false" && document.querySelector(".prompt").innerText !== before, before);
  const answered = performance.now() - from;
  await end();
  return { ...reached, answered };
}

async function once(browser, coding, slower, game = "moon-bots") {
  const { page, site, end } = await visit(browser, coding, slower);
  const from = performance.now();
  await page.goto(site.address, { waitUntil: "commit" });
  await page.locator("#begin").waitFor();
  const drawn = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  const lobby = performance.now() - from;
  await begin(page, game, { seed: 7, ...(game === "moon-bots" ? { players: "4" } : {}) });
  const question = performance.now() - from;
  const touches = [];
  const answers = [];
  for (let turns = 0; turns < 12; turns += 1) {
    await page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");
    // From the touch to the next picture, and to the picture with the next question, measured in the page itself.
    const took = await page.evaluate(async () => {
      const button = document.querySelector(".answers button");
      if (!button) return null;
      const picture = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));
      const from = performance.now();
      button.click();
      await picture();
      const touch = performance.now() - from;
      while (document.querySelector(".table").getAttribute("aria-busy") !== "false") await new Promise((go) => setTimeout(go, 4));
      await picture();
      return { touch, answer: performance.now() - from };
    });
    if (!took) break;
    touches.push(took.touch);
    answers.push(took.answer);
  }
  await end();
  return { drawn, lobby, question, touch: median(touches), worst: Math.max(...touches), answer: median(answers) };
}

/** Prints the medians of the first question of each game. */
async function firsts(browser, coding, slower, line) {
  for (const game of GAMES) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await first(browser, coding, slower, game, line));
    const of = (what) => Math.round(median(runs.map((one) => one[what])));
    console.log(`${coding}, processor ${slower} times slower, ${game}: lobby ${of("lobby")} ms, first question ${of("question")} ms, its answer carried out ${of("answered")} ms`);
  }
}

const browser = await browse();
if (process.argv.includes("fast")) {
  for (const coding of ["gzip", "br"]) await firsts(browser, coding, 4, FAST);
  await browser.close();
  process.exit();
}
for (const coding of ["gzip", "br"]) {
  for (const slower of [4, 6]) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await once(browser, coding, slower));
    const of = (what) => Math.round(median(runs.map((one) => one[what])));
    await firsts(browser, coding, slower, SLOW);
    console.log(`${coding}, processor ${slower} times slower: first picture ${of("drawn")} ms, lobby ready ${of("lobby")} ms, first question with a seed that was typed ${of("question")} ms, picture after a touch ${of("touch")} ms`);
  }
}
for (const game of GAMES) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(browser, "br", 6, game));
  const of = (what) => Math.round(median(runs.map((one) => one[what])));
  console.log(`${game}, processor 6 times slower: picture after a touch ${of("touch")} ms, at worst ${of("worst")} ms, next question after ${of("answer")} ms`);
}
await browser.close();
