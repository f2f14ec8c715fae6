import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** How the dashboard is built. `npx vite --config src/web/vite.config.ts` is not used: the service builds it itself. */
export function viteConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: '/app/',
    publicDir: false,
    cacheDir: `${outDir}-cache`,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The first that know light-dark().
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsDir: 'assets',
      // A data: address would need a hole in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}
