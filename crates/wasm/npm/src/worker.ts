// The script of a worker: every message is a line of the protocol, and so is every message that comes back. Whoever
// fears a pack that takes too long terminates the worker and starts another.
import { open } from "./browser.js";
import { type Scope, serve } from "./serving.js";

serve(self as unknown as Scope, open());
