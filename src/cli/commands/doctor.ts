import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import type { Paint } from '../render/paint.ts';
import { renderTable } from '../render/table.ts';
import type { Check } from '../system/checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check what this machine can run and what is missing.',
  usage: ['[options]'],
  about:
    'Read-only. The exit code is 1 if the service cannot run properly on this machine. Unavailable tools do not change the exit code.',
  options: [
    'host',
    'port',
    'dataDir',
    'cacheDir',
    'localExecutions',
    'executionMemoryMb',
    'minFreeDiskMb',
    'sandbox',
    'egress',
  ],
  flags: { json: jsonFlag },
  examples: [
    { line: 'spate doctor', does: 'before the first start, or on a machine that will be a node' },
    { line: 'spate doctor --port 443 --data-dir /srv/spate', does: 'for a service with these options' },
    {
      line: `spate doctor --json | jq -r '.checks[] | select(.state != "good") | .what'`,
      does: 'list failed checks, for scripts',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { checkMachine } = await import('../system/checks.ts');
  const checks = await checkMachine(context.config);
  const isWell = checks.every(({ state }) => state !== 'bad');
  sayJsonOr(context, { ok: isWell, checks }, () =>
    context.terminal.say(renderChecks(checks, context.terminal.paint)),
  );
  return isWell ? 0 : 1;
}

function renderChecks(checks: readonly Check[], paint: Paint): string {
  const signs = { good: paint.good('✓ ok'), less: paint.doubtful('△ limited'), bad: paint.bad('✕ failed') };
  const table = renderTable(
    ['', 'check', 'result'],
    checks.map(({ state, what, finding }) => [signs[state], what, finding]),
  );
  const hints = [...new Set(checks.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
  return [table, '', conclusion(checks), ...hints.map((hint) => `  ${hint}`)].join('\n');
}

function conclusion(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  if (count('bad') > 0) return 'The service cannot run properly on this machine.';
  if (count('less') > 0) return 'The service can run on this machine, with limitations:';
  return 'All checks passed. Start the service with "spate serve".';
}
