import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderScriptsPage } from './scripts-page.ts';

test('the reference page says what the proven set says', async () => {
  const page = await readFile(new URL('../../../docs/reference/scripts.md', import.meta.url), 'utf8');
  assert.ok(
    page === renderScriptsPage(),
    `docs/reference/scripts.md is out of date: node -e "import('./src/jmx/proven/scripts-page.ts').then((page) => process.stdout.write(page.renderScriptsPage()))" > docs/reference/scripts.md`,
  );
});
