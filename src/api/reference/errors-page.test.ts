import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { errorsPage } from './errors-page.ts';

test('the reference page lists the errors of the catalogue', async () => {
  const page = await readFile(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8').catch(
    () => '',
  );
  assert.ok(
    page === errorsPage(),
    'docs/reference/errors.md is out of date: ' +
      `node -e "import('./src/api/reference/errors-page.ts').then((page) => fs.writeFileSync('docs/reference/errors.md', page.errorsPage()))"`,
  );
});
