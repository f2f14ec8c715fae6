/** Child process of `http-client`: one client, many connections, each with one request in flight. Prints the cost. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientName, clients } from './clients.ts';

const [name, port, connections, seconds] = process.argv.slice(2);
const open = clients[name as ClientName]();
let responses = 0;
let bytes = 0;
let isStopping = false;
for (let index = 0; index < Number(connections); index++) {
  const connection = open(Number(port), (body) => {
    responses += 1;
    bytes += body.length;
    if (!isStopping) {
      connection.send();
    }
  });
  connection.send();
  if (index % 500 === 499) {
    await delay(50);
  }
}
await delay(4000);
const before = { responses, bytes, usage: process.cpuUsage() };
await delay(Number(seconds) * 1000);
const { user, system } = process.cpuUsage(before.usage);
const count = responses - before.responses;
const residentKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
isStopping = true;
console.log(
  JSON.stringify({
    responses: count,
    bytesEach: (bytes - before.bytes) / count,
    usEach: (user + system) / count,
    residentKb,
  }),
);
process.exit(0);
