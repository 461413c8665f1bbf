// Starts `cardwright lsp` and gives it the TOML files and scripts that are open. All else is the server's.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const command = vscode.workspace.getConfiguration("cardwright").get("path") || "cardwright";
  const server = { command, args: ["lsp"] };
  const documentSelector = [
    { scheme: "file", language: "rhai" },
    { scheme: "file", pattern: "**/*.toml" },
  ];
  client = new LanguageClient("cardwright", "Cardwright", { run: server, debug: server }, { documentSelector });
  context.subscriptions.push({ dispose: () => client?.stop() });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `\`${command} lsp\` does not start: ${error.message}. Install cardwright, or set "cardwright.path".`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
