import { fill, quiet } from "./dom.js";
export async function study(main) { fill(main, quiet("To come.")); }
