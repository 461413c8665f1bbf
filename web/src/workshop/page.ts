import { Plain } from "../util.js"; customElements.define("cw-workshop", class extends Plain {});
