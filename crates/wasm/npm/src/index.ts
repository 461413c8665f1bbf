// What the package gives, in browsers and in Node.
export * from "./browser.js";
