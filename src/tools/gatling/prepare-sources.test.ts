import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Source } from '../../plans/gatling/find-simulations.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { gatlingFiles } from './folders.ts';
import { prepareSources } from './prepare-sources.ts';

async function workspace(t: TestContext, uploads: Record<string, string>): Promise<WorkspaceFolders> {
  const root = await temporaryFolder(t);
  const folders = { files: join(root, 'files'), results: join(root, 'results'), tool: join(root, 'tool') };
  for (const [name, content] of Object.entries(uploads)) {
    await mkdir(dirname(join(folders.files, name)), { recursive: true });
    await writeFile(join(folders.files, name), content);
  }
  return folders;
}

const script = (path: string): Source => ({
  name: 'Load.java',
  language: 'java',
  text: `class Load extends Simulation { Object body = ElFileBody("${path}"); }`,
});

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

for (const path of [
  '../../flood/files/body.json',
  '../../../../../../../../../../data/flood/files/body.json',
  'x/../../files/body.json',
]) {
  test(`writes the copy of ${path} below the overlay, where the script finds it`, async (t) => {
    const folders = await workspace(t, { 'body.json': 'Hello ${name}' });
    const { overlay, sources } = gatlingFiles(folders);
    await prepareSources(folders, [script(path)], { names: ['Load.java', 'body.json'] });
    const expected = [join(overlay, 'body.json'), join(sources, 'Load.java')];
    assert.deepEqual(await filesIn(folders.tool), expected);
    assert.equal(await readFile(join(overlay, 'body.json'), 'utf8'), 'Hello #{name}');
    assert.match(await readFile(join(sources, 'Load.java'), 'utf8'), /ElFileBody\("body\.json"\)/);
  });
}

test('follows no link to a file or folder outside of the workspace', async (t) => {
  const elsewhere = await temporaryFolder(t);
  await writeFile(join(elsewhere, 'secret.json'), 'secret ${name}');
  const folders = await workspace(t, { 'body.json': '', 'data/body.json': '' });
  await rm(join(folders.files, 'body.json'));
  await symlink(join(elsewhere, 'secret.json'), join(folders.files, 'body.json'));
  await rm(join(folders.files, 'data'), { recursive: true });
  await symlink(elsewhere, join(folders.files, 'data'));
  for (const path of ['body.json', 'data/secret.json'])
    await assert.rejects(
      prepareSources(folders, [script(path)], { names: ['Load.java', 'body.json', 'data/secret.json'] }),
      /is not a file of the workspace/,
    );
  const { overlay } = gatlingFiles(folders);
  assert.deepEqual(await filesIn(overlay).catch(() => []), []);
});
