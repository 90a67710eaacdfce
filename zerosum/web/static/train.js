import { fill, quiet } from "./dom.js";
export async function train(main) { fill(main, quiet("To come.")); }
