import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandContext, OwnFlag } from '../command.ts';
import { timesFlag } from '../times-flag.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Outcome } from './outcome.ts';
import { renderText } from './text.ts';

/** Flags of commands that print a report. */
export const outputFlags: Readonly<Record<string, OwnFlag>> = {
  times: timesFlag,
  json: { sentence: 'Print JSON with the run, its report, the verdict and the exit code.' },
  markdown: { sentence: 'Print Markdown for a pull request comment.' },
  junit: {
    value: 'file',
    sentence: 'Also write JUnit XML with a test case for each threshold and label.',
  },
};

/** Rejects conflicting output flags before anything is started. */
export function checkOutputFlags({ flags }: Pick<CommandContext, 'flags'>): void {
  if (flags.json !== undefined && flags.markdown !== undefined)
    throw new CliError('--json and --markdown cannot be combined.', 'Use one of them.');
}

/** Prints the result in the requested format and resolves with the exit code. */
export async function conclude(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  outcome: Outcome,
  labels = outcome.report.labels,
  errors = outcome.report.errors,
): Promise<number> {
  const { exit_code: exitCode } = outcome.report.verdict;
  if (flags.junit !== undefined) await writeOut(flags.junit, renderJunit(outcome));
  if (flags.json !== undefined) terminal.say(renderJson(outcome));
  else if (flags.markdown !== undefined) terminal.say(renderMarkdown(outcome, labels));
  else terminal.say(renderText(outcome, terminal.paint, labels, errors, terminal.columns));
  return exitCode;
}

function renderJson({ run, report, doubts }: Outcome): string {
  const { passed, thresholds, verdict } = report;
  const { word, exit_code } = verdict;
  return JSON.stringify({ verdict: word, passed, exit_code, thresholds, doubts, run, report }, null, 2);
}

async function writeOut(path: string, content: string): Promise<void> {
  const target = resolve(path);
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  } catch (error) {
    throw new CliError(`Cannot write ${path}: ${(error as Error).message}.`, null, { cause: error });
  }
}
