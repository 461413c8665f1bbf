// WebKit as distributions build it: WebKitGTK's small browser, driven over WebDriver, on a screen of its own.
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { createServer } from "node:net";

const there = (path) => access(path).then(() => true, () => false);
const driver = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";

/** Why WebKit cannot be used here, or false. */
export const missing = (await there(driver)) && (await there(screen)) ? false : "no WebKit is installed (Debian: apt-get install --no-install-recommends webkit2gtk-driver xvfb)";

const freePort = () => new Promise((go) => {
  const free = createServer().listen(0, "127.0.0.1", () => {
    const { port } = free.address();
    free.close(() => go(port));
  });
});

/** A browser window with a few commands. */
export async function webkit() {
  // The X server chooses a free display and writes its number.
  const display = spawn(screen, ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((go, fail) => {
    display.stdio[3].once("data", (bytes) => go(String(bytes).trim()));
    display.once("exit", () => fail(new Error("no screen")));
  });
  const port = await freePort();
  // Pictures are composed in memory, which is quicker without a graphics card. A browser in a sandbox of its own cannot start as the administrator; it opens nothing but the page that is tested.
  const server = spawn(driver, [`--port=${port}`], { stdio: "ignore", env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: "x11", LANG: "C.UTF-8", WEBKIT_DISABLE_COMPOSITING_MODE: "1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), headers: { "content-type": "application/json" } });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; tries += 1) {
    if (await call("GET", "/status").then((status) => status.ready, () => false)) break;
    if (tries > 100) throw new Error("the driver does not answer");
    await new Promise((go) => setTimeout(go, 50));
  }
  const { sessionId, capabilities } = await call("POST", "/session", { capabilities: { alwaysMatch: {} } });
  const at = `/session/${sessionId}`;
  await call("POST", `${at}/timeouts`, { script: 200_000 });
  const run = (script, ...args) => {
    const source = typeof script === "function" ? `return (${script})(...arguments)` : script;
    return call("POST", `${at}/execute/sync`, { script: source, args });
  };
  const until = async (what, ...args) => {
    for (const from = Date.now(); Date.now() - from < 120_000;) {
      const found = await run(what, ...args).catch(() => null);
      if (found) return found;
      await new Promise((go) => setTimeout(go, 25));
    }
    throw new Error(`not so after 120 s: ${what} ${args}`);
  };
  const find = async (css) => {
    await until((css) => document.querySelector(css) !== null, css);
    return Object.values(await call("POST", `${at}/element`, { using: "css selector", value: css }))[0];
  };
  return {
    version: capabilities.browserVersion,
    run,
    until,
    /** Runs a function that ends later. */
    later: (script, ...args) => call("POST", `${at}/execute/async`, { script: `const done = arguments[arguments.length - 1]; (${script})(...arguments).then(done, (error) => done(String(error)))`, args }),
    open: (url) => call("POST", `${at}/url`, { url }),
    reload: () => call("POST", `${at}/refresh`, {}),
    size: (width, height) => call("POST", `${at}/window/rect`, { x: 0, y: 0, width, height }),
    click: async (css) => call("POST", `${at}/element/${await find(css)}/click`, {}),
    type: async (css, text) => call("POST", `${at}/element/${await find(css)}/value`, { text }),
    close: async () => {
      await call("DELETE", at).catch(() => {});
      server.kill();
      display.kill();
    },
  };
}
