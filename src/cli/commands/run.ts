import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { createRun } from '../run/create-run.ts';
import { knownTools } from '../run/guess-tool.ts';
import { readNewRun } from '../run/new-run.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { listenForStop } from '../signals.ts';

export const run: Command = {
  name: 'run',
  summary: 'Uploads a plan, runs it, shows it live and ends with the report.',
  usage: ['<plan> [<data file> …] [options]'],
  takes: 'files',
  options: clientOptions,
  flags: {
    threads: { value: 'n', short: 't', sentence: 'Users per node. The plan must read it: ${__P(threads)}.' },
    rampup: { value: 'time', short: 'r', sentence: 'How long they take to start, such as 30s.' },
    duration: { value: 'time', short: 'd', sentence: 'How long the load lasts: 90s, 5m, 1h30m.' },
    grid: {
      value: 'where',
      short: 'g',
      isRepeatable: true,
      sentence:
        'us-east-1=2 asks for 2 nodes of its own there; or the id of a grid. Default: the shared grid.',
    },
    'stop-after': {
      value: 'time',
      sentence: 'When grids made for the run end. Default: 15 min after its duration, or an hour.',
    },
    'instance-type': { value: 'type', sentence: 'Size of the nodes made for the run.' },
    name: { value: 'text', short: 'n', sentence: 'What to call the run.' },
    notes: { value: 'text', sentence: 'What else to remember.' },
    project: { value: 'name', short: 'p', sentence: 'The project it belongs to; made when there is none.' },
    tag: { value: 'tag', isRepeatable: true, sentence: 'A tag to find it by.' },
    tool: {
      value: 'tool',
      suggests: knownTools,
      sentence: `${knownTools.join(', ')}. Default: guessed from the files.`,
    },
    property: {
      value: 'name=value',
      short: 'J',
      isRepeatable: true,
      sentence: 'A property for the plan, as in -Jtarget_host=test.example.',
    },
    'system-property': {
      value: 'name=value',
      short: 'D',
      isRepeatable: true,
      sentence: 'A system property of the JVM, as in -Dsun.net.inetaddr.ttl=0.',
    },
    param: {
      value: 'entry',
      isRepeatable: true,
      sentence: 'An override as it stands, such as -Xmx2g; name=value is the same as -J.',
    },
    hosts: {
      value: 'host/ip',
      isRepeatable: true,
      sentence: 'Where a host name leads on the nodes: shop.example/10.0.0.7, or shop.example=10.0.0.7.',
    },
    engine: {
      value: 'engine',
      choices: ['auto', 'spate', 'apache'],
      sentence:
        "What runs a JMeter plan: auto (Spate's own engine where everything in the plan is proven, else Apache JMeter), spate or apache. Default: auto.",
    },
    privacy: {
      value: 'who',
      choices: ['public', 'private'],
      sentence: 'Whether its page needs a token: public or private. Default: private.',
    },
    'fail-if': {
      value: 'condition',
      isRepeatable: true,
      sentence: `When the run has failed: 'p95 > 800ms', 'errors > 1%', 'label("Checkout").p99 > 2s', 'p95(failed) > 5s'.`,
    },
    ...outputFlags,
    detach: { sentence: 'Do not watch: print the id and be done.' },
    'stop-on-interrupt': {
      sentence: 'Stop the run on SIGINT or SIGTERM when nobody can be asked, as when a CI job is cancelled.',
    },
  },
  about:
    'Exit codes: 0 passed, doubtful or finished with errors; 2 failed, a threshold is not met; 1 broken: refused, no samples,\n' +
    'errors on the nodes, or a threshold that could not be evaluated; 130 or 143 interrupted.\n' +
    'Samples that fail do not fail the run unless a threshold says so. Progress goes to standard error, the report to standard output.',
  examples: [
    {
      line: 'spate run plan.jmx data.csv -t 50 -r 30s -d 5m',
      does: '50 users for five minutes on the shared grid',
    },
    {
      line: 'spate run plan.jmx -t 100 -d 10m --grid us-east-1=2 --grid eu-west-1=2',
      does: 'on four nodes in two regions',
    },
    {
      line: `spate run plan.jmx -d 2m --fail-if 'p95 > 800ms' --fail-if 'errors > 1%' --junit result.xml`,
      does: 'in CI: exit code 2 when a threshold fails, 1 when it could not run, 0 when it passed',
    },
    { line: 'spate run plan.jmx -d 1m --markdown > comment.md', does: 'a comment for a pull request' },
  ],
  run: start,
};

async function start(context: CommandContext): Promise<number> {
  checkOutputFlags(context);
  const wanted = await readNewRun(context);
  const requests = listenForStop();
  const created = await createRun(context, wanted, requests);
  if (created.run === null) return created.exitCode;
  return runToEnd(context, created.client, created.run, requests);
}
