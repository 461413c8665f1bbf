// Questions about the rules: the module takes the texts from the package, and answers as the program does.
import assert from "node:assert/strict";
import test from "node:test";
import { open, rules } from "../dist/node.js";

test("questions need the texts, and are answered with them", async () => {
  const service = await open({ seed: 1 });
  assert.throws(() => service.ask("may I pass"), (error) => error.data.kind === "texts" && error.data.help.includes("rules/texts"));
  assert.throws(() => service.explain("RB-3.3"), (error) => error.data.kind === "texts");
  service.learn(await rules());
  const { found } = service.ask("can i doge a misile", { game: "moon-bots" });
  assert.ok(found.some(({ entry }) => entry.id === "MB-8.2"), JSON.stringify(found.map(({ entry }) => entry.id)));
  assert.ok(found.every(({ says }) => says.length > 10));
  const dodge = service.explain("MB-8.2");
  assert.equal(dodge.entry.title, "Dodge");
  assert.ok(dodge.rulings.length > 3);
  assert.throws(() => service.explain("MB-99.9"), (error) => error.data.kind === "params");
  service.close();
});
