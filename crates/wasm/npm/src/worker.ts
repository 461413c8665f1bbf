// The script of a worker: every message is a line of the protocol, and so is every message sent back. To stop
// a pack that takes too long, terminate the worker and start another.
import { open } from "./browser.js";
import { type Scope, serve } from "./serving.js";

serve(self as unknown as Scope, open());
