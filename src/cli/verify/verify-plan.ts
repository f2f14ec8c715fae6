import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { durationOfMs } from '../../lib/figures.ts';
import { checkPlan, needsContent, takesContent } from '../../plans/check-plan.ts';
import { inspectPlan } from '../../plans/inspect-plan.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import { tryScript } from '../../tools/service-chrome/trial.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';
import { TrialView } from '../render/trial.ts';
import { guessTool } from '../run/guess-tool.ts';
import { listenForStop } from '../signals.ts';
import { definedOverrides } from './define-flag.ts';
import { gatherFiles } from './gather-files.ts';
import { sayInspection } from './say-inspection.ts';

/** Runs a browser script once, or checks the plan of another tool. Resolves with the exit code. */
export async function verifyPlan(context: CommandContext): Promise<number> {
  const [plan, ...others] = context.args;
  if (plan === undefined) throw new CliError('The plan is missing.', 'Usage: spate verify script.ts');
  for (const path of [plan, ...others])
    if (!existsSync(path))
      throw new CliError(`File not found: ${path}.`, 'Give the paths of the plan and its data files.');
  const { tool } = await guessTool([plan, ...others]).catch((error: unknown) => {
    // A single .ts or .js file is a browser script.
    if (/\.[tj]s$/i.test(plan)) return { tool: 'service-chrome' as const };
    throw error;
  });
  return tool === 'service-chrome' && !/\.(zip|7z)$/i.test(plan)
    ? tryOut(context, plan, others)
    : check(context, tool, [plan, ...others]);
}

/** Static check of a plan. */
async function check(
  { terminal, lists }: CommandContext,
  tool: Parameters<typeof needsContent>[0],
  paths: readonly string[],
): Promise<number> {
  const files: PlanFile[] = [];
  for (const path of paths) {
    const name = basename(path);
    const isRead = needsContent(tool, name) || takesContent(tool, name, (await stat(path)).size);
    files.push({ name, ...(isRead && { content: await readFile(path) }) });
  }
  const overrideParameters = definedOverrides(lists) ?? null;
  const found = inspectPlan({ tool, files, overrideParameters });
  const { engine = null, reasons = [] } = found.decision ?? {};
  sayInspection(terminal, { tool, engine, reasons, ...found });
  return 0;
}

async function tryOut(context: CommandContext, script: string, others: readonly string[]): Promise<number> {
  const { terminal, config, flags, lists, log } = context;
  const files = await gatherFiles(script, others);
  const overrideParameters = [definedOverrides(lists), `-Dscript=${basename(script)}`]
    .filter(Boolean)
    .join(', ');
  const contents: PlanFile[] = [];
  for (const { name, path } of files)
    contents.push({ name, ...(needsContent('service-chrome', name) && { content: await readFile(path) }) });
  const { warnings } = checkPlan({ tool: 'service-chrome', files: contents, overrideParameters });
  for (const warning of warnings) terminal.say(`${terminal.paint.doubtful('!')} ${warning}`);

  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const resultsFolder = resolve(flags.results ?? join('spate-verify', `${basename(script)}-${stamp}`));
  const view = new TrialView(terminal, resultsFolder);
  const requests = listenForStop();
  const startedAtMs = performance.now();
  const { errors } = await tryScript({
    files,
    overrideParameters,
    memoryBytes: config.executionMemoryMb * 2 ** 20,
    cacheDir: config.cacheDir,
    resultsFolder,
    log,
    signal: requests.signal,
    onReady: ({ sandbox, version }) => {
      const where = sandbox === 'bubblewrap' ? 'in bubblewrap' : 'without a sandbox';
      terminal.say(
        `${terminal.paint.strong(basename(script))}  one virtual user, one iteration, Chromium ${version}, ${where}`,
      );
    },
    onEvent: (event) => view.show(event),
  });
  view.clear();
  return conclude(context, view, errors, resultsFolder, performance.now() - startedAtMs);
}

function conclude(
  { terminal: { say, paint } }: CommandContext,
  { counts }: TrialView,
  errors: readonly string[],
  resultsFolder: string,
  elapsedMs: number,
): number {
  for (const error of errors) say(`${paint.bad('  ✗')} ${error}`);
  const figures = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.notRun > 0 ? [`${counts.notRun} not run`] : []),
  ].join(', ');
  const isGood = counts.failed === 0 && errors.length === 0 && counts.passed > 0;
  say(
    `${isGood ? paint.good('✓') : paint.bad('✗')} ${figures}, in ${durationOfMs(elapsedMs)}. Results: ${resultsFolder}`,
  );
  return isGood ? 0 : 1;
}
