import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** Build settings of the dashboard. The service runs the build itself, not the Vite CLI. */
export function viteConfig(outDir: string): InlineConfig {
  return {
    ...shared(outDir),
    base: '/app/',
    build: {
      ...sharedBuild,
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      // The content security policy does not allow data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  };
}

/** Build settings of report.mjs, the module that renders report.html in the service. */
export function reportConfig(outDir: string): InlineConfig {
  return {
    ...shared(outDir),
    // One file: it is loaded from a folder without node_modules.
    ssr: { noExternal: true },
    build: {
      ...sharedBuild,
      outDir,
      emptyOutDir: false,
      ssr: 'report/render-report.tsx',
      rolldownOptions: { output: { entryFileNames: 'report.mjs' } },
    },
  };
}

function shared(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    publicDir: false,
    cacheDir: `${outDir}-cache`,
    logLevel: 'error',
    // Paths of packages in the output must not depend on how node_modules is linked.
    resolve: { preserveSymlinks: true },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  };
}

const sharedBuild: NonNullable<InlineConfig['build']> = {
  target: 'es2023',
  // The first versions with light-dark().
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  cssMinify: true,
  reportCompressedSize: false,
};
