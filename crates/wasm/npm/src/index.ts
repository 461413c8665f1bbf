// The exports of the package, in browsers and in Node.
export * from "./browser.js";
