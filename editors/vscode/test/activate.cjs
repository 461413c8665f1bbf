// The packaged extension, begun against a stand-in for the editor's own module, with the real server behind it: it starts, shows
// the mistakes of a pack, and ends. What an editor does around it is not tried here.
// node test/activate.cjs [PROGRAM], the program cardwright.
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { execFileSync } = require("node:child_process");

const program = path.resolve(process.argv[2] ?? path.join(__dirname, "../../../target/debug/cardwright"));
const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "cardwright-")), "my pack");
execFileSync(program, ["new", folder, "--game", "moon-bots"]);
const cards = path.join(folder, "cards.toml");
fs.writeFileSync(cards, fs.readFileSync(cards, "utf8").replace('slot = "head"', 'slot = "hed"'));

class Uri {
  constructor(file) {
    Object.assign(this, { scheme: "file", path: file, fsPath: file, authority: "", query: "", fragment: "" });
  }
  toString() {
    return `file://${encodeURI(this.path)}`;
  }
  static file(file) {
    return new Uri(file);
  }
  static parse(text) {
    return new Uri(decodeURI(text.replace("file://", "")));
  }
}
class Disposable {
  static from() {
    return new Disposable();
  }
  dispose() {}
}
class EventEmitter extends Disposable {
  event = () => new Disposable();
  fire() {}
}
class CancellationTokenSource extends Disposable {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
}
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(line, column, endLine, endColumn) {
    Object.assign(this, { start: new Position(line, column), end: new Position(endLine, endColumn) });
  }
}
class Diagnostic {
  constructor(range, message) {
    Object.assign(this, { range, message });
  }
}

/** What is not named is a hook that nothing comes of, a class without sense, or a word. */
const hooks = (own) =>
  new Proxy(own, { get: (from, name) => from[name] ?? (/^(register|on|create)/.test(name) ? () => new Disposable() : undefined) });
const classes = {};
const any = (name) =>
  (classes[name] ??= new Proxy(class {}, { get: (from, key) => (key in from || typeof key === "symbol" ? from[key] : key) }));

const shown = new Map();
const errors = [];
const quiet = new Proxy({}, { get: () => () => new Disposable() });
const collection = { set: (uri, list) => shown.set(String(uri), list), delete() {}, clear() {}, dispose() {}, forEach() {} };
const text = fs.readFileSync(cards, "utf8");
const document = { uri: Uri.file(cards), languageId: "toml", version: 1, getText: () => text };
const named = {
  Uri, Disposable, EventEmitter, CancellationTokenSource, Position, Range, Diagnostic,
  version: "1.91.0",
  env: { language: "en", appName: "a stand-in" },
  workspace: hooks({
    getConfiguration: () => ({ get: (key, otherwise) => (key === "path" ? program : otherwise), has: () => false, inspect() {} }),
    textDocuments: [document],
    createFileSystemWatcher: () => hooks({ dispose() {} }),
    notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(folder), name: "my pack", index: 0 }],
    getWorkspaceFolder() {},
  }),
  window: hooks({
    createOutputChannel: () => quiet,
    showErrorMessage: async (message) => void errors.push(message),
    visibleTextEditors: [],
    tabGroups: hooks({ all: [] }),
  }),
  languages: hooks({ match: () => 10, createDiagnosticCollection: () => collection }),
  commands: hooks({}),
  extensions: { getExtension() {} },
};
const vscode = new Proxy(named, { get: (from, name) => (name in from || typeof name === "symbol" ? from[name] : any(name)) });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

(async () => {
  const extension = require("../dist/extension.js");
  const context = { subscriptions: [], asAbsolutePath: (name) => name };
  await extension.activate(context);
  assert.deepEqual(errors, []);
  const mistakes = () => shown.get(String(Uri.file(cards)))?.map((one) => one.message) ?? [];
  while (mistakes().length === 0) await new Promise((go) => setTimeout(go, 20));
  assert.equal(mistakes().length, 1);
  assert.match(mistakes()[0], /`hed` is not a value of `slot`/);
  await extension.deactivate();
  // A program that is not there is told, and nothing is thrown.
  named.workspace.getConfiguration = () => ({ get: () => "/no/such/cardwright", has: () => false, inspect() {} });
  await extension.activate(context);
  assert.match(errors.join(), /does not start/);
  fs.rmSync(path.dirname(folder), { recursive: true });
  console.log("the extension starts its server, shows mistakes, and ends");
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
