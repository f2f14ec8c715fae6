// Runs the plan beside this file on all node pools, against a server in this pod, and compares the report with the requests that the
// server counted. Arguments: the pools. Exits with 0 if the run passed and all counts are equal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const pools = process.argv.slice(2);
const samplesPerNode = 100;
const expected = samplesPerNode * Number(process.env.NODES);

let requests = 0;
const target = createServer((_request, response) => {
  requests += 1;
  response.end('Hello');
});
target.keepAliveTimeout = 60_000;
target.listen(8080, '0.0.0.0');
await once(target, 'listening');

const run = spawn(
  'spate',
  [
    'run',
    `${import.meta.dirname}/plan.jmx`,
    '--json',
    '--stop-on-interrupt',
    '--name=helm test',
    `-Jhost=${process.env.POD_IP}`,
    '--fail-if=errors > 0%',
    ...pools.flatMap((pool) => ['--grid', pool]),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [output, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
target.close();
target.closeAllConnections();
if (code !== 0) {
  console.error(output);
  console.error(`The run did not pass: exit code ${code}.`);
  process.exit(1);
}
const { verdict, report } = JSON.parse(output);
const samples = report.total.passed + report.total.failed;
console.log(
  `Verdict: ${verdict}. Samples: ${samples} in the report, ${requests} requests at the target, ${expected} planned.`,
);
process.exit(samples === expected && requests === expected ? 0 : 1);
