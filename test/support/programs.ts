import { join } from 'node:path';
import { packageFile } from '../../src/lib/package-files.ts';

/** Set by `npm test`: the folder of a release of the current sources, whose programs start in a third of the time. */
export const releaseVariable = 'SPATE_TEST_RELEASE';

/** The service of tests, relative to the repository. */
export const serveProgram = 'test/support/serve.ts';

/** Path of one of our programs, given by its path in the repository. Without `npm test`, its source. */
export function testProgram(path: 'src/main.ts' | typeof serveProgram): string {
  const release = process.env[releaseVariable];
  return release === undefined ? packageFile(path) : join(release, path.replace(/[.]ts$/, '.mjs'));
}
