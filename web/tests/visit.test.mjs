// A first visit and the next ones: how much of the engine is here, a line that breaks, a visit without a connection.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, browser, chromiumOnly, engine, keptText, open, serve, site, staged, until } from "./stage.mjs";

staged();

/** Waits until the page's files are kept, and says how many. */
const keptFiles = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.ready;
  while (registration.active.state !== "activated") await new Promise((go) => setTimeout(go, 20));
  return (await (await caches.open("cardwright")).keys()).map((request) => new URL(request.url).pathname);
});

test("while the engine is on its way the page says how much of it is here, and then the game begins", { skip: chromiumOnly }, async () => {
  const page = await open(browser, "about:blank");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 1_400_000, uploadThroughput: 500_000 });
  await page.goto(site.address);
  await page.locator("#begin").waitFor();
  await page.locator("#more").evaluate((one) => (one.open = true));
  await page.locator("#seed").fill("7");
  await page.locator("#begin").click();
  await page.locator(".fetching progress").waitFor();
  const seen = new Set();
  for (let looks = 0; looks < 300 && !(await page.locator(".prompt").count()); looks += 1) {
    const now = await page.evaluate(() => {
      const bar = document.querySelector(".fetching progress");
      return bar?.hasAttribute("max") ? { text: document.querySelector(".fetching").textContent, value: bar.value } : null;
    });
    if (now) {
      assert.match(now.text, new RegExp(`\\b${Math.floor(now.value * 100)} %`));
      seen.add(now.value);
    }
    await page.waitForTimeout(30);
  }
  await page.locator(".prompt").waitFor();
  const shares = [...seen];
  assert.ok(shares.length >= 4, `it moved: ${shares}`);
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other), "it never goes back");
  assert.ok(shares[0] < 0.6 && shares.at(-1) > 0.8, `${shares}`);
  await page.context().close();
});

/** A lobby whose engine is on its way until it is let go or refused. */
async function waiting(game) {
  const page = await open(browser, "about:blank");
  let settle;
  const settled = new Promise((go) => (settle = go));
  await page.route("**/*.wasm", async (route) => ((await settled) ? route.continue() : route.abort()));
  await page.goto(site.address);
  await page.locator(`input[name=game][value=${game}]`).check();
  await page.locator("#begin").click();
  await page.locator(".prompt").waitFor();
  return { page, settle };
}
const shown = (page) => page.locator(".table").innerText();
const prompt = (page) => page.locator(".prompt").innerText();
const calm = (page) => page.waitForFunction(() => document.querySelector(".table")?.getAttribute("aria-busy") === "false");

for (const game of ["moon-bots", "robot-empire", "robotory", "lunar-command"]) {
  test(`${game}: the first question is there before the engine, an answer waits for it, and the match is the one that was shown`, async () => {
    const { page, settle } = await waiting(game);
    await calm(page);
    const dealt = await shown(page);
    const asked = await prompt(page);
    await page.locator(".answers button").first().click();
    await page.waitForTimeout(500);
    assert.equal(await page.locator(".table").getAttribute("aria-busy"), "true", "the answer waits");
    settle(true);
    await calm(page);
    assert.notEqual(await prompt(page), asked);
    assert.equal(await page.locator(".bad[role=alert]").count(), 0);
    let seed;
    await until(async () => (seed = /"seed":"?(\d+)/.exec(await keptText(page))?.[1]));
    await page.locator("#leave").click();
    await begin(page, game, { seed });
    await calm(page);
    assert.equal(await shown(page), dealt);
    // Later matches have seeds of their own.
    await page.locator("#leave").click();
    await page.locator("#begin").click();
    await page.locator(".prompt").waitFor();
    // The empty page that it began with is no host, so every request to the site is among these.
    assert.deepEqual(page.wrong.filter((one) => !one.startsWith("asked ")), []);
    await page.context().close();
  });
}

test("an answer to the first question says how much of the engine is still missing", { skip: chromiumOnly }, async () => {
  const page = await open(browser, "about:blank");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 1_000_000, uploadThroughput: 500_000 });
  await page.goto(site.address);
  await page.locator("#begin").click();
  await page.locator(".prompt").waitFor();
  await calm(page);
  assert.equal(await page.locator(".fetching").count(), 0, "nobody waits yet");
  await page.locator(".answers button").first().click();
  const bar = page.locator(".prompt .fetching progress[max]");
  await bar.waitFor();
  const before = await bar.evaluate((bar) => bar.value);
  await until(async () => (await bar.evaluate((bar) => bar.value, null, { timeout: 1000 }).catch(() => 1)) > before);
  await calm(page);
  assert.equal(await page.locator(".fetching, .bad").count(), 0);
  await page.context().close();
});

test("an engine that breaks off under the first question is said, nothing is lost, and the next try goes on", async () => {
  const { page, settle } = await waiting("robotory");
  await calm(page);
  const dealt = await shown(page);
  await page.locator(".answers button").first().click();
  settle(false);
  await page.locator(".prompt .bad").waitFor();
  assert.match(await page.locator(".prompt .bad").textContent(), /engine could not be fetched \(no connection\)/);
  await page.unroute("**/*.wasm");
  await calm(page);
  assert.ok((await shown(page)).includes(dealt.split("\n")[0]));
  const asked = await prompt(page);
  await page.locator(".answers button").first().click();
  await until(async () => (await prompt(page)) !== asked);
  await calm(page);
  assert.equal(await page.locator(".bad").count(), 0);
  await page.context().close();
});

test("an engine that cannot be fetched is said, and a second try begins the game", async () => {
  const page = await open(browser, "about:blank");
  let broken = true;
  await page.route("**/*.wasm", (route) => (broken ? route.abort() : route.continue()));
  await page.goto(site.address);
  await page.locator(".lobby .bad").waitFor();
  assert.match(await page.locator(".lobby .bad").textContent(), /engine could not be fetched \(no connection\)/);
  await page.locator("#begin").click();
  await page.locator(".page.bad").waitFor();
  broken = false;
  await page.locator("#begin").click();
  await page.locator(".prompt").waitFor();
  assert.equal(await page.locator(".bad").count(), 0);
  await page.context().close();
});

test("a host that does not know what a module is serves one all the same", async () => {
  const page = await open(browser, "about:blank");
  await page.route("**/*.wasm", async (route) => route.fulfill({ response: await route.fetch(), headers: { "content-type": "application/octet-stream" } }));
  await page.goto(site.address);
  await begin(page, "robotory");
  await page.context().close();
});

test("the next visit asks the host for the page alone, and one without a connection plays, reads rules and makes cards", async () => {
  const site = await serve();
  const page = await open(browser, site.address);
  await begin(page, "moon-bots");
  const files = await keptFiles(page);
  assert.ok(files.some((file) => file.endsWith(".wasm")) && files.some((file) => file.includes("page-")), files.join(" "));
  assert.ok(!files.some((file) => file.includes("api")), "no answer of a server is kept");

  site.asked.length = 0;
  await page.reload();
  await begin(page, "robotory");
  assert.deepEqual(site.asked.filter((path) => !["/index.html", "/api/games", "/sw.js"].includes(path)), []);

  site.close();
  if (engine === "chromium") await page.context().setOffline(true);
  await page.reload();
  await begin(page, "robot-empire");
  await page.locator(".answers button").first().click();
  await page.locator("#leave").click();
  await page.goto(`${site.address}#/rules/MB-4.1`);
  await page.getByText("MB-4.1").first().waitFor();
  await page.goto(`${site.address}#/workshop`);
  await page.locator(".cm-content").waitFor();
  await page.goto(`${site.address}#/judge`);
  await page.locator("#question").waitFor();
  await page.context().close();
});

test("a host that does not answer gives the kept page after a moment", async () => {
  const page = await open(browser, site.address);
  await page.locator("#begin").waitFor();
  await keptFiles(page);
  site.stuck = true;
  const from = Date.now();
  await page.reload();
  await page.locator("#begin").waitFor();
  assert.ok(Date.now() - from < 8_000);
  site.stuck = false;
  await page.context().close();
});

test("a page of a newer build is taken as soon as the host has it, and old files are thrown away", async () => {
  const page = await open(browser, site.address);
  await page.locator("#begin").waitFor();
  await keptFiles(page);
  site.changed = (path, body) => (path === "/index.html" ? String(body).replace("<title>", "<title>Newer ") : path === "/sw.js" ? `${body}\n// newer` : body);
  await page.evaluate(async () => (await caches.open("cardwright")).put("assets/of-yesterday.js", new Response("old")));
  await page.reload();
  assert.equal(await page.title(), "Newer Cardwright");
  await page.locator("#begin").waitFor();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.installing || !registration.waiting && (await caches.match("assets/of-yesterday.js")) && registration.active.state !== "activated") await new Promise((go) => setTimeout(go, 20));
  });
  site.changed = undefined;
  // The newer one takes over when no page of the old one is open.
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(site.address);
  await next.locator("#begin").waitFor();
  await until(async () => !(await keptFiles(next)).includes("/assets/of-yesterday.js"));
  await context.close();
});
