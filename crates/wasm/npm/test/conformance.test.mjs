// Replays the conformance kit: the same lines must give the same bytes as with the program.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import test from "node:test";
import { open, rules } from "../dist/node.js";

const kit = new URL("../../../../conformance/", import.meta.url);
const names = (await readdir(kit)).filter((name) => name.endsWith(".txt"));
assert.ok(names.length > 50, `only ${names.length} recordings`);

// Every service of the module has the texts from then on.
const first = await open({ seed: 1 });
first.learn(await rules());
first.close();

for (const name of names) {
  test(name, async () => {
    const service = await open({ seed: 1 });
    let due = [];
    let line = 0;
    const settled = () => assert.deepEqual(due, [], `${name}:${line}: more came than was recorded`);
    for (const text of (await readFile(new URL(name, kit), "utf8")).split("\n")) {
      line += 1;
      if (text.startsWith("> ")) {
        settled();
        due = service.handle(text.slice(2));
        while (service.busy) due.push(...service.work());
      } else if (text.startsWith("< ")) {
        assert.equal(due.shift(), text.slice(2), `${name}:${line}`);
      }
    }
    settled();
    service.close();
  });
}
