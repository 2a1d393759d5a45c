import { endAtOnceWhenTold } from "./processes/told-to-end.ts";

endAtOnceWhenTold();
// Loading takes most of a start, and must not keep the process from being told to end.
await import("./serve.ts");
