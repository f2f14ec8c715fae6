import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleRelease } from '../../packaging/assemble-release.ts';
import { builtFolder } from '../../src/lib/built-folder.ts';
import { silentLog } from '../../src/lib/log.ts';
import { packageFile, packageRoot } from '../../src/lib/package-files.ts';
import { builtWeb } from '../../src/service/built-web.ts';
import { serveProgram } from './programs.ts';

const inputs = [
  'src',
  'packaging',
  'toolchains',
  'docs',
  'examples',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  serveProgram,
];

/** The folder of a release of the current sources, with the packages of the repository. */
export async function builtRelease(): Promise<string> {
  return builtFolder({
    root: packageRoot,
    inputs,
    places: [packageFile('dist/test-release')],
    async build(folder) {
      await symlink(packageFile('node_modules'), join(folder, 'node_modules'));
      const web = await builtWeb({ dataDir: tmpdir(), log: silentLog });
      await assembleRelease(folder, { web, programs: [serveProgram] });
    },
  });
}
