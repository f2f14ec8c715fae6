/** Runs a browser script with many users. Started in the sandbox with the path of an options file. */
import { writeFile } from 'node:fs/promises';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import { awaitControl, awaitStop } from '../../tool-process/control-file.ts';
import { exitCodes } from '../../tool-process/exit-codes.ts';
import { reportLine } from '../../tool-process/report-lines.ts';
import { BrowserLog } from './browser-log.ts';
import { examineScript } from './examine.ts';
import { readExamined } from './examined.ts';
import { readOptions } from './read-options.ts';
import { Supervisor } from './supervisor.ts';

const holdMs = 3_600_000;

process.exit(await main(process.argv[2] ?? ''));

async function main(optionsPath: string): Promise<number> {
  const options = await readOptions(optionsPath);
  const log = new BrowserLog(options.resultsFolder);
  const problem = await examineScript(options, optionsPath, log);
  if (problem !== undefined) {
    reportLine('problem', problem);
    return exitCodes.planBroken;
  }
  await introduce(options, log);
  const supervisor = new Supervisor(options, optionsPath, log);
  try {
    const unfit = await supervisor.prepare();
    if (unfit !== undefined) {
      reportLine('problem', unfit);
      return exitCodes.unavailable;
    }
    await writeFile(options.readyPath, '');
    return await runWhenTold(options, supervisor);
  } finally {
    await supervisor.finish();
  }
}

async function introduce(options: BrowserOptions, log: BrowserLog): Promise<void> {
  const { script, steps, warnings } = await readExamined(options);
  log.note(undefined, `Loaded test plan: ${script.title || options.scriptName} (${steps.length} steps)`);
  for (const warning of warnings) {
    log.note(undefined, `Warning: ${warning}`);
  }
}

async function runWhenTold(options: BrowserOptions, supervisor: Supervisor): Promise<number> {
  const control = await awaitControl(options.controlPath, holdMs);
  if (control === undefined) {
    return exitCodes.neverReleased;
  }
  if (control.kind === 'stop') {
    return 0;
  }
  const ended = new AbortController();
  const stopping = awaitStop(options.controlPath, ended.signal).then((graceMs) => {
    if (graceMs !== undefined) {
      supervisor.stop(graceMs, 'the step under way did not end in time', false);
    }
  });
  await supervisor.run(control.atMs);
  ended.abort();
  await stopping;
  for (const sentence of supervisor.losses.sentences()) {
    reportLine('problem', sentence);
  }
  return supervisor.areResultsLost ? exitCodes.resultsLost : 0;
}
