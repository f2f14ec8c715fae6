import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandContext, OwnFlag } from '../command.ts';
import { timesFlag } from '../times-flag.ts';
import { judgeBaseline } from './judge-comparison.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Outcome } from './outcome.ts';
import { renderText } from './text.ts';

/** Flags of commands that print a report. */
export const outputFlags: Readonly<Record<string, OwnFlag>> = {
  times: timesFlag,
  json: { sentence: 'Print JSON with the run, its report, the verdict and the exit code.' },
  markdown: { sentence: 'Print Markdown for a pull request comment.' },
  'fail-if-worse': {
    sentence:
      'Exit with code 2 if the run is significantly worse than the baseline of its test, 1 if it cannot be compared.',
  },
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
  const worse = flags['fail-if-worse'] === undefined ? null : judgeBaseline(outcome.run);
  const exitCode = outcome.report.verdict.exit_code || (worse?.exitCode ?? 0);
  if (flags.junit !== undefined) await writeOut(flags.junit, renderJunit(outcome, worse));
  if (flags.json !== undefined) terminal.say(renderJson(outcome, exitCode));
  else if (flags.markdown !== undefined) terminal.say(renderMarkdown(outcome, labels));
  else terminal.say(renderText(outcome, terminal.paint, labels, errors, terminal.columns));
  if (worse !== null) terminal.note(worse.sentence);
  return exitCode;
}

function renderJson({ run, report, doubts }: Outcome, exitCode: number): string {
  const { passed, thresholds, verdict } = report;
  const shown = { verdict: verdict.word, passed, exit_code: exitCode, thresholds, doubts, run, report };
  return JSON.stringify(shown, null, 2);
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
