import { readFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awaitControl } from '../../../tool-process/control-file.ts';
import { exitCodes } from '../../../tool-process/exit-codes.ts';
import { heldFileNames } from '../../../tool-process/held-file-names.ts';
import { fileNames, type Problem, type RunnerSettings } from '../settings.ts';
import { compile } from './compile.ts';
import { describeCompileErrors } from './compile-errors.ts';
import { RunnerLog } from './runner-log.ts';
import { runLoad } from './supervisor.ts';

/** Runs the users of one node from compiling the script to the end of the last one. Returns the exit code. */
async function main(settings: RunnerSettings): Promise<number> {
  const log = new RunnerLog(join(settings.results, fileNames.log));
  const compiled = await compile(settings);
  if (!compiled.isCompiled) {
    compiled.output.forEach((line) => {
      log.say(line);
    });
    const version = compiled.seleniumLine === 3 ? '3.141.59' : '4';
    describeCompileErrors(compiled.errors, compiled.output, version).forEach(tell);
    return exitCodes.planBroken;
  }
  log.say(`compiled for Selenium ${compiled.seleniumLine}: ${settings.sources.join(', ')}`);
  await mkdir(join(settings.tool, fileNames.users), { recursive: true });
  const samples = join(settings.tool, fileNames.samples);
  await writeFile(samples, '');
  await writeFile(join(settings.tool, heldFileNames.ready), '');

  const control = await awaitControl(join(settings.launch, heldFileNames.control), settings.holdMs);
  if (control?.kind !== 'start') {
    return control ? 0 : exitCodes.neverReleased;
  }
  const end = await runLoad({ settings, classPath: compiled.classPath, log }, control.atMs);
  end.problems.forEach(tell);
  if (end.problems.length === 0 && end.endedBy !== 'order' && (await stat(samples)).size === 0) {
    tell(withoutSamples(end.endedBy === 'duration'));
  }
  return end.areResultsLost ? exitCodes.resultsLost : 0;
}

function withoutSamples(wasDurationOver: boolean): string {
  return wasDurationOver
    ? 'The duration was over before a user had reported anything: a browser takes some seconds to start, and scripts report through io.flood.selenium.FloodSump.'
    : 'The script ended without reporting a single transaction. It must call passed_transaction or failed_transaction of io.flood.selenium.FloodSump.';
}

function tell(problem: string): void {
  process.stdout.write(`${JSON.stringify({ problem } satisfies Problem)}\n`);
}

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RunnerSettings;
process.exitCode = await main(settings);
