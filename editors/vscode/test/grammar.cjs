// The grammar, read by the library that VS Code reads it with: what each part of a script is coloured as.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const LINES = [
  ["// 𝄞 a remark", ["// 𝄞 a remark", "comment.line.double-slash"]],
  ["fn play(me) {", ["fn", "keyword.declaration.function"], ["play", "entity.name.function"], ["me", "variable.language"]],
  ["  choose foe in opponents(me) {", ["choose", "keyword.control.cardwright"], ["in", "keyword.other"], ["opponents", "entity.name.function"]],
  ["    when foe.energy > 5 { lose(foe, 12); } otherwise { }", ["when", "keyword.control.cardwright"], ["energy", "variable.other.property"],
    [">", "keyword.operator"], ["12", "constant.numeric"], ["otherwise", "keyword.control.cardwright"]],
  ["  let text = \"each \\\" 🤖\"; // 🤖", ["let", "storage.type"], ["\"", "string.quoted.double"], ["// 🤖", "comment.line"]],
  ["  /* /* inside */ still */ repeat 3 { }", ["/*", "comment.block"], [" still ", "comment.block"], ["repeat", "keyword.control.cardwright"]],
  ["  `${gain(me, 1)} each`;", ["gain", "entity.name.function"], [" each", "string.template"]],
  ["  \"never closed", ["\"", "string.quoted.double"]],
  ["  each one in robots { }", ["each", "keyword.control.cardwright"]],
];

(async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const file = path.join(__dirname, "../syntaxes/rhai.tmLanguage.json");
  const loadGrammar = async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
  const grammar = await new textmate.Registry({ onigLib, loadGrammar }).loadGrammar("source.rhai");
  let state = textmate.INITIAL;
  for (const [line, ...wanted] of LINES) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const [part, scope] of wanted) {
      const at = line.indexOf(part);
      const token = tokens.find((one) => one.startIndex <= at && at < one.endIndex);
      assert.ok(token.scopes.some((one) => one.startsWith(scope)), `${line}: \`${part}\` is ${token.scopes}, not ${scope}`);
    }
  }
  console.log("the grammar colours what it is for");
})();
