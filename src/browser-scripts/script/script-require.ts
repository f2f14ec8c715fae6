import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { packageFile, programPath } from '../../lib/package-files.ts';
import type { OldFaker } from './faker/old-faker.ts';
import { apiModules } from './provided-modules.ts';

export interface Provided {
  api: object;
  console: Console;
  process: NodeJS.Process;
}

/** `require` of a script: the API, faker, modules of Node.js and uploaded files; none of our other files. */
export function createScriptRequire(
  scriptPath: string,
  filesFolder: string,
  provided: Provided,
): (id: string) => unknown {
  const ours = createRequire(packageFile('package.json'));
  const theirs = createRequire(scriptPath);
  let faker: OldFaker | undefined;
  return (id) => {
    if (apiModules.has(id)) return provided.api;
    if (id === 'faker') {
      // Loaded on demand: it contains names of many countries.
      faker ??= ours(programPath('src/browser-scripts/script/faker/old-faker')).createOldFaker() as OldFaker;
      return faker;
    }
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
