import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { packageFile } from '../../lib/package-files.ts';
import { apiModules } from './provided-modules.ts';

export interface Provided {
  api: object;
  console: Console;
  process: NodeJS.Process;
}

/** `require` of a script: the API, faker, modules of Node.js and uploaded files; none of our files. */
export function createScriptRequire(
  scriptPath: string,
  filesFolder: string,
  provided: Provided,
): (id: string) => unknown {
  const ours = createRequire(packageFile('package.json'));
  const theirs = createRequire(scriptPath);
  return (id) => {
    if (apiModules.has(id)) return provided.api;
    if (id === 'faker') return ours('faker');
    if (id === 'process' || id === 'node:process') return provided.process;
    if (id === 'console' || id === 'node:console') return provided.console;
    if (isBuiltin(id)) return ours(id);
    const path = /^\.{0,2}\//.test(id)
      ? theirs.resolve(join(id.startsWith('/') ? '' : dirname(scriptPath), id))
      : null;
    if (path?.startsWith(filesFolder + sep)) return theirs(path);
    throw new Error(`Cannot find module '${id}'`);
  };
}
