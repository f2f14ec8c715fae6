import { isBuiltin } from 'node:module';
import { sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { providedModules } from './provided-modules.ts';

/** Imports resolve to what we provide, to Node.js itself or to a file among the uploaded ones; never to a file of ours. */
export function keepInside(root: string): Plugin {
  return {
    name: 'keep-inside',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.kind === 'entry-point' || args.pluginData === alreadySeen) return undefined;
        if (providedModules.has(args.path) || isBuiltin(args.path))
          return { path: args.path, external: true };
        const found = await build.resolve(args.path, {
          kind: args.kind,
          importer: args.importer,
          resolveDir: args.resolveDir,
          pluginData: alreadySeen,
        });
        if (found.errors.length === 0 && (found.external || found.path.startsWith(root + sep))) return found;
        return { errors: [{ text: describeMissing(args.path) }] };
      });
    },
  };
}

const alreadySeen = Symbol('already seen');

function describeMissing(path: string): string {
  if (/^[./]/.test(path)) return `Cannot find '${path}' among the uploaded files`;
  return `Cannot find the package '${path}'; upload a zip that has it in node_modules beside the script`;
}
