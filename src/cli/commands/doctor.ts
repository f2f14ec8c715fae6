import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import type { Paint } from '../render/paint.ts';
import { renderTable } from '../render/table.ts';
import type { Check } from '../system/checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Says what this machine can run and what it lacks.',
  usage: ['[options]'],
  about:
    'It starts and changes nothing. The exit code is 1 when the service could not run well here; a tool that cannot run is no reason.',
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
    { line: 'spate doctor', does: 'before the first start, or on a machine that is to be a node' },
    { line: 'spate doctor --port 443 --data-dir /srv/spate', does: 'for a service with these options' },
    {
      line: `spate doctor --json | jq -r '.checks[] | select(.state != "good") | .what'`,
      does: 'what is not as it should be, for scripts',
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
  const signs = { good: paint.good('✓ good'), less: paint.doubtful('△ less'), bad: paint.bad('✕ bad') };
  const table = renderTable(
    ['', 'what', 'found'],
    checks.map(({ state, what, finding }) => [signs[state], what, finding]),
  );
  const hints = [...new Set(checks.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
  return [table, '', conclusion(checks), ...hints.map((hint) => `  ${hint}`)].join('\n');
}

function conclusion(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  if (count('bad') > 0) return 'The service cannot run well on this machine.';
  if (count('less') > 0) return 'The service can run here. Not everything can be done:';
  return 'Everything can run here. "npm start" starts the service.';
}
