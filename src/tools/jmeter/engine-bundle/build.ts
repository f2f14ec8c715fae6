/** Writes the engine of the package at `root` into the folder `out`: one file for its process, one for its threads. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { engineSources } from './sources.ts';

const [root = '', out = ''] = process.argv.slice(2);
const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/engine/main.ts', 'engine-thread': 'src/engine/process/engine-thread.ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'esnext',
  // As Node.js itself reads our sources, whatever tsconfig.json says.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true } },
  outExtension: { '.js': '.mjs' },
  // Written elsewhere; stack traces name the sources as seen from here.
  outdir: root,
  write: false,
  metafile: true,
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'error',
});

const known = new Set(await engineSources(root));
const strangers = Object.keys(metafile.inputs).filter(
  (path) => !known.has(path) && !path.includes('node_modules/'),
);
if (strangers.length > 0) {
  // Changes of these files would not be detected.
  throw new Error(`The engine imports what is not looked at for changes: ${strangers.join(', ')}`);
}
for (const { path, contents } of outputFiles) {
  await writeFile(join(out, basename(path)), contents);
}
