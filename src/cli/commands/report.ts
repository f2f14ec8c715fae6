import type { Client } from '../../contract/client.ts';
import type { FiguresResource, ReportResource } from '../../contract/resources/report.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, conclude, outputFlags } from '../outcome/outputs.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { openRun } from '../service/open-run.ts';
import { saveResponse } from '../service/save-response.ts';
import { readTimes } from '../times-flag.ts';

export const report: Command = {
  name: 'report',
  summary: 'Show the report of a running or finished run.',
  usage: ['ID [options]'],
  options: clientOptions,
  flags: {
    'fail-if': {
      value: 'condition',
      isRepeatable: true,
      sentence: `Evaluate these thresholds instead of those of the run:  'p95 > 800ms', 'errors > 1%', 'label("Checkout").p99 > 2s', 'p95(failed) > 5s'.`,
    },
    label: {
      value: 'text',
      isRepeatable: true,
      sentence: 'Show only labels that contain this text, and their errors.',
    },
    html: { value: 'file', sentence: 'Also save the report as a self-contained HTML file.' },
    pdf: {
      value: 'file',
      sentence: 'Also save the report as PDF. The machine of the service needs Chromium.',
    },
    ...outputFlags,
  },
  about: idSentence,
  examples: [
    { line: 'spate report last', does: 'show the latest run' },
    {
      line: `spate report last --fail-if 'p99 > 1s'`,
      does: 'check another threshold; exit code 2 if it is not met',
    },
    { line: 'spate report last --times failed', does: 'response times of failed samples' },
    { line: 'spate report k3Xw --label Checkout --markdown', does: 'Markdown for a ticket' },
    { line: 'spate report last --pdf report.pdf', does: 'a document to hand on' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  checkOutputFlags(context);
  const { flags, lists } = context;
  const { client, run: found } = await openRun(context, 'report ID');
  const outcome = await readOutcome(client, found, {
    failIf: lists['fail-if'],
    times: readTimes(flags),
  });
  const wanted = lists.label ?? [];
  const labels = chooseLabels(outcome.report.labels, wanted);
  const errors = wanted.length === 0 ? outcome.report.errors : await readErrors(client, found.uuid, labels);
  for (const format of ['html', 'pdf'] as const) {
    const path = flags[format];
    if (path === undefined) continue;
    const response = await client.runs.reportFile(found.uuid, format, { times: readTimes(flags) });
    await saveResponse(response, path, { terminal: context.terminal });
  }
  return conclude(context, outcome, labels, errors);
}

/** Errors of these labels, most frequent first. */
async function readErrors(
  client: Client,
  runId: string,
  labels: readonly FiguresResource[],
): Promise<ReportResource['errors']> {
  const all: ReportResource['errors'] = [];
  for (const { label } of labels.filter(({ failed }) => failed > 0))
    all.push(...(await client.runs.errors(runId, { label })).errors);
  return all.sort((one, other) => other.count - one.count);
}

function chooseLabels(labels: readonly FiguresResource[], wanted: readonly string[]): FiguresResource[] {
  if (wanted.length === 0) return [...labels];
  const words = wanted.map((word) => word.toLowerCase());
  const chosen = labels.filter(({ label }) => words.some((word) => label.toLowerCase().includes(word)));
  if (chosen.length > 0 || labels.length === 0) return chosen;
  const names = labels.slice(0, 8).map(({ label }) => label);
  throw new CliError(`No label contains "${wanted.join('" or "')}".`, `Labels: ${names.join(', ')}.`);
}
