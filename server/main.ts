import { endAtOnceWhenTold } from "./processes/told-to-end.ts";

endAtOnceWhenTold();
// Loading takes most of a start, during which the process must still react to signals to end.
await import("./serve.ts");
