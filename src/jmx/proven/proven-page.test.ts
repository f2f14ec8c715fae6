import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderProvenPage } from './proven-page.ts';

test('the reference page says what the proven set says', async () => {
  const page = await readFile(new URL('../../../docs/reference/jmx.md', import.meta.url), 'utf8');
  assert.ok(
    page === renderProvenPage(),
    `docs/reference/jmx.md is out of date: node -e "import('./src/jmx/proven/proven-page.ts').then((page) => process.stdout.write(page.renderProvenPage()))" > docs/reference/jmx.md`,
  );
});
