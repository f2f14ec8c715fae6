import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../src/lib/bundle-options.ts';
import { packageRoot } from '../src/lib/package-files.ts';
import { requireVariable } from './bundle-programs.ts';
import { copyFile } from './copy-file.ts';
import { jsonText } from './json-text.ts';
import { clientManifest } from './manifests.ts';

/** The oldest version with everything that the client uses; CI jobs have it. */
const neededNode = '22.19.0';
/** `spate init` writes it for editors. */
const files = ['LICENSE', 'src/browser-scripts/script/element.d.ts'];

const readme = `# Client of Spate

The command line of Spate, for CI jobs and for users of a service: \`spate run plan.jmx --fail-if 'p95 > 800ms'\`. It needs Node.js
${neededNode} or newer, and no other package. The address and the token of the service come from \`SPATE_URL\` and \`SPATE_TOKEN\`, or
from \`spate login\`. The manual is at \`/docs\` of your service.
`;

/** Valid for very old versions of Node.js, so that they report the required version. */
const starter = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = '${neededNode}'.split('.').map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error('spate: The client requires Node.js ${neededNode} or newer; this is ' + process.version + '. Install it from https://nodejs.org, then try again.');
  process.exit(1);
}
import('./client.mjs').catch((error) => {
  console.error(error);
  process.exit(1);
});
`;

/** Writes the client package into an empty folder: the command line alone. */
export async function assembleClient(folder: string): Promise<void> {
  await build({
    ...bundleOptions,
    absWorkingDir: packageRoot,
    entryPoints: ['src/client.ts'],
    outfile: join(folder, 'client.mjs'),
    target: `node${neededNode}`,
    banner: { js: requireVariable },
  });
  for (const path of files) await copyFile(path, folder);
  await writeFile(join(folder, 'spate.mjs'), starter);
  await writeFile(join(folder, 'README.md'), readme);
  await writeFile(join(folder, 'package.json'), jsonText(await clientManifest(neededNode)));
}
