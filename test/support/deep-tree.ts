import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Creates more nested folders, each with a file, than a path can have. Needs a separate process to descend. */
export async function makeDeepTree(folder: string, depth = 2000): Promise<void> {
  const script = `
    const fs = require('node:fs');
    process.chdir(process.argv[1]);
    for (let at = 0; at < ${depth}; at++) {
      fs.mkdirSync('deep');
      process.chdir('deep');
      if (at % 100 === 0) fs.writeFileSync('file', String(at));
    }`;
  await promisify(execFile)(process.execPath, ['-e', script, folder]);
}
