import { Plain } from "../util.js"; customElements.define("cw-judge", class extends Plain {});
