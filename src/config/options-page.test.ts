import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renderOptionsPage } from './options-page.ts';

test('the reference page says what the table says', async () => {
  const page = await readFile(new URL('../../docs/reference/options.md', import.meta.url), 'utf8');
  assert.ok(
    page === renderOptionsPage(),
    'docs/reference/options.md is out of date: bin/spate.mjs options --markdown > docs/reference/options.md',
  );
});
