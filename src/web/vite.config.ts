import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** Build settings of the dashboard. The service runs the build itself, not the Vite CLI. */
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
      // The first versions with light-dark().
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsDir: 'assets',
      // The content security policy does not allow data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}
