// What the tests of the page stand on: a server for the built page, and a browser.
import { createServer } from "node:http";
import { readFile, access } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import { chromium, firefox } from "playwright-core";

const root = fileURLToPath(new URL("../dist/", import.meta.url));
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".woff2": "font/woff2" };

/** The folder for screenshots. */
export const shots = fileURLToPath(new URL("./shots/", import.meta.url));

/** Serves the built page on a free port; compressed with `gzip` or `br` where it is wanted. While `stuck` is set it answers
 * nobody; `changed` may give other bytes for a path; `asked` lists every path that anybody asked for. */
export async function serve(coding = "") {
  const site = { stuck: false, changed: undefined, asked: [] };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    site.asked.push(path);
    if (site.stuck) return;
    try {
      const packed = coding && (await readFile(join(root, `${path}.${coding === "br" ? "br" : "gz"}`)).catch(() => null));
      const body = packed || (await readFile(join(root, path)));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", ...(packed ? { "content-encoding": coding } : {}) }).end(site.changed?.(path, body) ?? body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((go) => server.listen(0, "127.0.0.1", go));
  return Object.assign(site, { address: `http://127.0.0.1:${server.address().port}/`, close: () => (server.close(), server.closeAllConnections()) });
}

/** Which browser the tests run in: `CARDWRIGHT_BROWSER=firefox`, or Chromium. */
export const engine = process.env.CARDWRIGHT_BROWSER ?? "chromium";
/** Why a test that needs Chromium's own tools is not run. */
export const chromiumOnly = engine === "chromium" ? false : `needs Chromium's developer tools; this is ${engine}`;

const places = {
  chromium: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

/** Where the browser is, or null. */
export async function browserPath(engine = "chromium") {
  for (const path of places[engine]) {
    if (path && (await access(path).then(() => true, () => false))) return path;
  }
  return null;
}

/** Firefox as distributions build it, over WebDriver BiDi. */
async function launchFirefox(executablePath, still) {
  const browser = await firefox.launch({
    executablePath,
    channel: "moz-firefox",
    // It has no command for these, so a browser has them for all its pages.
    firefoxUserPrefs: { "ui.prefersReducedMotion": still ? 1 : 0, "ui.systemUsesDarkTheme": 0, "app.update.enabled": false, "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false },
  });
  // Playwright sends a command that this Firefox does not know yet; without an answer no page opens.
  const session = Object.getPrototypeOf(browser._connection.toImpl(browser)._browserSession);
  if (!session.knows) {
    const send = session.send;
    session.knows = true;
    session.send = function (method, ...rest) {
      return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, ...rest);
    };
  }
  return browser;
}

/** Options of a screenshot: to hide the caret, Playwright would add a style that the page forbids in this Firefox. */
export const caret = engine === "firefox" ? "initial" : "hide";
/** Why a test that waits for a file to arrive is not run. */
export const noFiles = engine === "firefox" ? "Playwright learns nothing of downloads from this Firefox" : false;

/** Types into a field as a person does: what Playwright writes into one of this Firefox is no change for the field. */
async function typed(text) {
  // A slider is not typed into.
  if (await this.evaluate((one) => one.type === "range")) {
    return this.evaluate((one, value) => {
      one.value = value;
      for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }, text);
  }
  await this.focus();
  await this.press("Control+A");
  await this.press("Delete");
  if (text.length < 40) await this.pressSequentially(text);
  else await this.page().keyboard.insertText(text);
}

/** A browser, without anything that asks the net. */
export async function browse() {
  const executablePath = await browserPath(engine);
  if (!executablePath) throw new Error(`no ${engine} is installed here (Debian: apt-get install --no-install-recommends ${engine === "firefox" ? "firefox-esr" : engine})`);
  if (engine === "firefox") {
    const browser = await launchFirefox(executablePath, true);
    let moving;
    browser.moving = () => (moving ??= launchFirefox(executablePath, false));
    const close = browser.close.bind(browser);
    browser.close = async () => {
      await (await moving)?.close();
      await close();
    };
    return browser;
  }
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** What the tests of a file share once it has called `staged`: the site and the browser. */
export let site;
export let browser;

/** Opens the site and the browser before the first test of a file, and closes them after the last. */
export function staged() {
  before(async () => {
    site = await serve();
    browser = await browse();
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });
}

/** A page of the site that fails on any error, and on any request to another host. */
export async function open(browser, address, { width = 1440, height = 900, calm, list = true, first = false, ...more } = {}) {
  if (engine === "firefox" && more.reducedMotion === "no-preference") browser = await browser.moving();
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", locale: "en-GB", ...more });
  const kept = {
    // Whole games are played without the pause that a person's second click falls into.
    ...(calm !== undefined ? { calm } : {}),
    // Most tests answer from the list, which a reader opens when a thing on the table is not enough.
    ...(list ? { list: true } : {}),
    // The marks of a first game are for people.
    ...(first ? {} : { coached: ["moon-bots", "robot-empire", "robotory", "lunar-command"] }),
  };
  await context.addInitScript((kept) => {
    // The empty page that a tab begins with keeps nothing.
    if (origin === "null") return;
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`cardwright.${key}`, JSON.stringify(value));
  }, kept);
  const page = await context.newPage();
  if (engine === "firefox") page.locator("body").constructor.prototype.fill = typed;
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("api/games") && !/404/.test(message.text()) && page.wrong.push(message.text()));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(url.protocol) && url.host !== new URL(address).host) page.wrong.push(`asked ${url}`);
  });
  page.setDefaultTimeout(25_000);
  await page.goto(address);
  return page;
}

/** Begins a game in the lobby and waits for the first question. */
export async function begin(page, game, { seed = 7, players, bot } = {}) {
  await page.locator(`input[name=game][value=${game}]`).check();
  if (players) await page.locator("#players").selectOption(String(players));
  if (bot) await page.locator("#bot").selectOption(bot);
  await page.locator("#more").evaluate((one) => (one.open = true));
  await page.locator("#seed").fill(String(seed));
  await page.locator("#begin").click();
  await page.locator(".prompt").waitFor();
}

/** Everything that a page shows or keeps: the table, both stores, and the database; or what the database has under a key. */
export async function keptText(page, key = null) {
  return page.evaluate(async (key) => {
    const database = await new Promise((go) => {
      const request = indexedDB.open("cardwright");
      // A database that is not there yet is not made by looking.
      request.onupgradeneeded = () => request.transaction.abort();
      request.onerror = () => go(null);
      request.onsuccess = () => go(request.result);
    });
    const rows = !database || !database.objectStoreNames.contains("work") ? [] : await new Promise((go) => {
      const store = database.transaction("work").objectStore("work");
      const request = key ? store.get(key) : store.getAll();
      request.onsuccess = () => go(request.result);
      request.onerror = () => go([]);
    });
    database?.close();
    if (key) return rows === undefined || Array.isArray(rows) && !rows.length ? "" : JSON.stringify(rows);
    return (document.querySelector("cw-table")?.outerHTML ?? "") + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + JSON.stringify(rows);
  }, key);
}

/** Asks again and again until something is so. */
export async function until(what, milliseconds = 20_000) {
  for (const from = Date.now(); Date.now() - from < milliseconds;) {
    if (await what()) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`not so after ${milliseconds} ms: ${what}`);
}
