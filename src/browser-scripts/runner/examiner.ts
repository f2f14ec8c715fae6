/** Compiles the script and evaluates it once, in a process of its own that the script may end or hold up without harm. */
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
  tell(`The script called process.exit(${code ?? ''}) while it was loaded.`);
  return exit(1);
};
try {
  const script = await compileScript(join(options.filesFolder, options.scriptName), options.filesFolder);
  const examined: ExaminedScript = { script, ...(await inspectScript(script, options.filesFolder)) };
  await writeFile(examinedPath(options), JSON.stringify(examined));
  // What the script may have begun at its top level holds nothing up.
  exit(0);
} catch (error) {
  tell(error instanceof AppError ? error.message : ((error as Error).stack ?? String(error)));
  exit(1);
}

function tell(problem: string): void {
  process.send?.({ problem });
}
