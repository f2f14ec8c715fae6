import { findProgram } from '../../src/tools/find-program.ts';

/** Exits with the command that installs them when one is missing. */
export async function requirePrograms(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!(await findProgram(name))) {
      console.error(`${name} is not installed. Run: apt-get install nginx-light util-linux`);
      process.exit(1);
    }
  }
}
