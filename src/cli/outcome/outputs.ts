import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandContext, OwnFlag } from '../command.ts';
import { timesFlag } from '../times-flag.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Outcome } from './outcome.ts';
import { renderText } from './text.ts';

/** The flags of every command that ends with a report. */
export const outputFlags: Readonly<Record<string, OwnFlag>> = {
  times: timesFlag,
  json: { sentence: 'Print one JSON document: the run, its report, whether it passed, and the exit code.' },
  markdown: { sentence: 'Print Markdown that fits a comment on a pull request.' },
  junit: {
    value: 'file',
    sentence: 'Also write the result as JUnit XML, with a case for each threshold and label.',
  },
};

/** Before anything is started: outputs that exclude each other. */
export function checkOutputFlags({ flags }: Pick<CommandContext, 'flags'>): void {
  if (flags.json !== undefined && flags.markdown !== undefined)
    throw new CliError('--json and --markdown both want standard output.', 'Choose one of them.');
}

/** Prints the result as the flags ask, and resolves with the exit code. */
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
  else terminal.say(renderText(outcome, terminal.paint, labels, errors));
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
    throw new CliError(`${path} cannot be written: ${(error as Error).message}.`, null, { cause: error });
  }
}
