import http from 'node:http';
import type { Plugin } from 'esbuild';

/** Getters that load the implementation of fetch. */
const loadsFetch = ['CloseEvent', 'MessageEvent', 'WebSocket'];
/** Begins the name of the module in esbuild's list of inputs. */
export const bundledHttpNamespace = 'http-without-fetch';

/**
 * An `import` of node:http evaluates all getters of the module, which loads fetch and HTTP/2: 20 to 40 ms of processor
 * time at the start of each program. Bundles read the module without them.
 */
export const bundledHttp: Plugin = {
  name: bundledHttpNamespace,
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: bundledHttpNamespace } : undefined,
    );
    build.onLoad({ filter: /./, namespace: bundledHttpNamespace }, () => {
      const names = Object.keys(http).filter((name) => !loadsFetch.includes(name));
      return {
        contents: `const http = process.getBuiltinModule('node:http');
          export default http;
          export const { ${names.join(', ')} } = http;`,
      };
    });
  },
};
