import { suggestedAbortRule } from '../../contract/suggested-abort-rule.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { createRun } from '../run/create-run.ts';
import { knownTools } from '../run/guess-tool.ts';
import { readNewRun } from '../run/new-run.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { secretFlag } from '../run/secret-flag.ts';
import { engineFlag, numberFlags, privacyFlag, textFlags } from '../run/setting-flags.ts';
import { listenForStop } from '../signals.ts';

export const run: Command = {
  name: 'run',
  summary: 'Start a run, watch it live and print the report.',
  usage: [
    '<plan> [<data file> …] [options]',
    '<URL> [<URL> …] [options]',
    "'curl …' [options]",
    '<HAR, OpenAPI or Postman file> [options]',
  ],
  takes: 'files',
  options: clientOptions,
  flags: {
    ...numberFlags,
    grid: {
      value: 'where',
      short: 'g',
      isRepeatable: true,
      sentence:
        '<region>=<nodes> starts dedicated nodes, such as us-east-1=2; or the id of a grid, or the region of a hosted one. Default: the shared grid.',
    },
    'stop-after': {
      value: 'time',
      sentence: 'Lifetime of grids started for the run. Default: duration plus 15 min, or 1h if unknown.',
    },
    'instance-type': { value: 'type', sentence: 'Node size of grids started for the run.' },
    credential: {
      value: 'id',
      sentence: 'Start grids for the run in the cloud account of this credential, see "spate credentials".',
    },
    'max-cost': {
      value: 'dollars',
      sentence: 'Do not start if the estimated cost is higher or unknown, such as 5 or 12.50.',
    },
    name: { value: 'text', short: 'n', sentence: 'Name of the run.' },
    notes: { value: 'text', sentence: 'Notes.' },
    project: { value: 'name', short: 'p', sentence: 'Project; created if it does not exist.' },
    test: {
      value: 'name',
      sentence:
        'Test whose history the run belongs to; created if it does not exist. Default: the test with the same plan file and run name.',
    },
    tag: { value: 'tag', isRepeatable: true, sentence: 'Tag.' },
    tool: {
      value: 'tool',
      suggests: knownTools,
      sentence: `${knownTools.join(', ')}. Default: detected from the files.`,
    },
    'keep-secrets': {
      sentence:
        'Keep tokens, passwords and cookies of a URL, curl command or document in the plan that is uploaded.',
    },
    property: {
      value: 'name=value',
      short: 'J',
      isRepeatable: true,
      sentence: 'JMeter property, such as -Jtarget_host=test.example.',
    },
    'system-property': {
      value: 'name=value',
      short: 'D',
      isRepeatable: true,
      sentence: 'JVM system property, such as -Dsun.net.inetaddr.ttl=0.',
    },
    env: {
      value: 'NAME=value',
      short: 'E',
      isRepeatable: true,
      sentence: 'Environment variable of the script, such as -ETARGET_HOST=test.example.',
    },
    secret: secretFlag,
    param: {
      value: 'entry',
      isRepeatable: true,
      sentence: 'Raw override, such as -Xmx2g or -ENAME=value; name=value is the same as -J.',
    },
    ...textFlags,
    engine: engineFlag,
    privacy: privacyFlag,
    'fail-if': {
      value: 'condition',
      isRepeatable: true,
      sentence: `Threshold: fail the run if it is violated, such as  'p95 > 800ms', 'errors > 1%', 'label("Checkout").p99 > 2s', 'p95(failed) > 5s'.`,
    },
    'abort-if': {
      value: 'rule',
      isRepeatable: true,
      sentence: `Abort rule: stop and fail the run once a condition has held in each second for a time. Suggested: '${suggestedAbortRule}'.`,
    },
    ...outputFlags,
    detach: { sentence: 'Print the run id and exit without watching.' },
    'stop-on-interrupt': {
      sentence:
        'Stop the run on SIGINT or SIGTERM if there is no terminal to ask, for example when a CI job is cancelled.',
    },
  },
  about:
    'A request without a plan is a URL with an optional method before it and weight after it, in quotes, or a curl command. Without -t and -d\n' +
    'its plan has 10 virtual users for one minute. HAR, OpenAPI and Postman documents become a plan too; "spate convert" has\n' +
    'more options, and writes the plan to a file. The service fetches and converts a .har file at an address.\n' +
    'Exit codes: 0 passed, doubtful or finished with errors; 2 failed: a threshold is not met, an abort rule ended\n' +
    'the run, or it is worse than the baseline (--fail-if-worse); 1 broken: rejected, no samples, errors on the\n' +
    'nodes, or a threshold or baseline that could not be evaluated; 130 or 143 interrupted.\n' +
    'Failed samples fail the run only through a threshold. Progress goes to standard error, the report to standard output.',
  examples: [
    {
      line: 'spate run plan.jmx data.csv -t 50 -r 30s -d 5m',
      does: '50 virtual users for five minutes on the shared grid',
    },
    {
      line: "spate run https://shop.example/ 'POST https://shop.example/cart 0.2' -t 20 -d 1m",
      does: 'without a plan: a page, and another request a fifth as often',
    },
    {
      line: 'spate run recording.har -t 20 -d 1m --secret cookie_sid',
      does: 'a recording of a browser; its session cookie is a secret',
    },
    {
      line: 'spate run plan.jmx -t 100 -d 10m --grid us-east-1=2 --grid eu-west-1=2',
      does: 'four dedicated nodes in two regions',
    },
    {
      line: `spate run plan.jmx -d 2m --fail-if 'p95 > 800ms' --fail-if 'errors > 1%' --junit result.xml`,
      does: 'in CI: exit code 0 if it passed, 2 if a threshold is not met, 1 if it could not run',
    },
    {
      line: `spate run plan.jmx -d 2h --abort-if '${suggestedAbortRule}'`,
      does: 'end the run early if the target is down',
    },
    { line: 'spate run plan.jmx -d 1m --markdown > comment.md', does: 'write a pull request comment' },
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
