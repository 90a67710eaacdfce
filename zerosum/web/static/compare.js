import { fill, quiet } from "./dom.js";
export async function compare(main) { fill(main, quiet("To come.")); }
