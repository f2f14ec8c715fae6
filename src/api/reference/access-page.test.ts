import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessPage } from './access-page.ts';

test('the reference page matches the access table', async () => {
  const file = new URL('../../../docs/reference/access.md', import.meta.url);
  const page = await readFile(file, 'utf8').catch(() => '');
  assert.ok(
    page === accessPage(),
    'docs/reference/access.md is out of date: ' +
      `node -e "import('./src/api/reference/access-page.ts').then((page) => fs.writeFileSync('docs/reference/access.md', page.accessPage()))"`,
  );
});
