import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderPage } from './render-page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('links lead to pages of the manual, headings have anchors, and HTML is shown as text', () => {
  const markdown = `# Tools & more

## The \`sandbox\`, in short

See [engines](engines.md#which), [options](reference/options.md), [index](README.md), [unit](../examples/systemd/spate.service),
[pom](../toolchains/jmeter/pom.xml), [here](#the-sandbox-in-short). <script>alert(1)</script>

| a | b |
| --- | --- |
| \`<n>\` | 2 |
`;
  const { title, body } = renderPage('tools.md', markdown);
  assert.equal(title, 'Tools & more');
  assert.match(body.text, /<h2 id="the-sandbox-in-short">The <code>sandbox<\/code>, in short<\/h2>/);
  assert.deepEqual(
    [...body.text.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address),
    [
      '/docs/engines#which',
      '/docs/reference/options',
      '/docs',
      '/docs/examples/systemd/spate.service',
      '#the-sandbox-in-short',
    ],
  );
  assert.doesNotMatch(body.text, /<script|<n>/);
  assert.match(body.text, /<td class="text"><code>&lt;n&gt;<\/code><\/td>/);
});

test('every link between pages of the manual leads to a page and a heading that exist', async () => {
  const pages = new Map<string, string>();
  for await (const path of glob('**/*.md', { cwd: `${root}docs` })) {
    const { body } = renderPage(path, await readFile(`${root}docs/${path}`, 'utf8'));
    pages.set(`/docs/${path}`.replace(/(\/README)?\.md$/, ''), body.text);
  }
  assert.ok(pages.size > 20);
  for (const [from, text] of pages) {
    for (const [, address = '', anchor] of text.matchAll(/<a href="(\/docs[^"#]*)?(?:#([^"]*))?"/g)) {
      const target = pages.get(address === '' ? from : address);
      if (address === '/docs/api' || address.startsWith('/docs/examples/')) continue;
      assert.ok(target !== undefined, `${from} links to ${address}`);
      if (anchor !== undefined)
        assert.ok(target.includes(`id="${anchor}"`), `${from} links to ${address}#${anchor}`);
    }
  }
});
