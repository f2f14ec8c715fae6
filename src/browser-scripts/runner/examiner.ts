/** Compiles the script and evaluates it once, in a separate process that the script may end or block. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { compileScript } from '../script/compile.ts';
import { inspectScript } from '../script/inspect.ts';
import { type ExaminedScript, examinedPath } from './examined.ts';
import { readOptions } from './read-options.ts';

const options = await readOptions(process.argv[2]);
const { exit } = process;
process.exit = (code) => {
  report(`The script called process.exit(${code ?? ''}) while it was loaded.`);
  return exit(1);
};
try {
  const script = await compileScript(join(options.filesFolder, options.scriptName), options.filesFolder);
  const leased = options.leasedFiles.map(({ name }) => name);
  const examined: ExaminedScript = { script, ...(await inspectScript(script, options.filesFolder, leased)) };
  await writeFile(examinedPath(options), JSON.stringify(examined));
  // Pending work of the script's top level must not keep the process alive.
  exit(0);
} catch (error) {
  report(error instanceof AppError ? error.message : ((error as Error).stack ?? String(error)));
  exit(1);
}

function report(problem: string): void {
  process.send?.({ problem });
}
