/** Bundles the engine of the package at `root` into the folder `out`: an entry file for its process, one for its threads, and chunks. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../../lib/bundle-options.ts';
import { bundledHttpNamespace } from '../../../lib/bundled-http.ts';
import { engineSources } from './sources.ts';

const [root = '', out = ''] = process.argv.slice(2);
const { outputFiles, metafile } = await build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: { main: 'src/engine/main.ts', 'engine-thread': 'src/engine/process/engine-thread.ts' },
  target: 'esnext',
  splitting: true,
  // The text stays in the memory of each thread. Names remain, for stack traces.
  minifyWhitespace: true,
  lineLimit: 200,
  outExtension: { '.js': '.mjs' },
  // Source maps refer to the sources relative to this folder, although the output is elsewhere.
  outdir: root,
  write: false,
  metafile: true,
  sourcemap: 'linked',
  sourcesContent: false,
});

const known = new Set(await engineSources(root));
const untracked = Object.keys(metafile.inputs).filter(
  (path) => !known.has(path) && !path.includes('node_modules/') && !path.startsWith(bundledHttpNamespace),
);
if (untracked.length > 0) {
  // Changes of these files would not be detected.
  throw new Error(`The engine imports files that are not part of its hash: ${untracked.join(', ')}`);
}
for (const { path, contents } of outputFiles) {
  await writeFile(join(out, basename(path)), contents);
}
