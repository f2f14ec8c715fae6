import type { BuildOptions } from 'esbuild';
import { bundledHttp } from './bundled-http.ts';

/** esbuild options of all bundles of Node.js programs. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  // The same settings as Node.js, whatever tsconfig.json contains.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true } },
  // The output contains paths of packages, which must not depend on how node_modules is linked.
  preserveSymlinks: true,
  logLevel: 'error',
  plugins: [bundledHttp],
} satisfies BuildOptions;
