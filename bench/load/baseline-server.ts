// The baseline for all measurements: a bare node:http server that answers 2 kB of JSON. It prints
// its address and runs until its input ends.
import { createServer } from "node:http";

const BYTES = 2000;
const items = Array.from({ length: 20 }, (_, id) => ({ id, question: "Sabah ne içersiniz?" }));
const body = Buffer.alloc(BYTES, " ");
body.write(JSON.stringify({ items }));

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-length": BYTES });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}`);
});
process.stdin.resume().on("end", () => process.exit());
