import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engines } from '../../../test/support/engines.ts';
import { testTitles } from '../../../test/support/test-titles.ts';
import { runnableTools } from '../../tools/tools.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Values of title templates; of `enginesOfSuite` only those that `npm test` runs. */
const lists = { engines, enginesOfSuite: ['spate'], runnableTools };

interface Row {
  section: string;
  rule: string;
  proof: string;
}

/** Rows of the tables without headers. */
function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const [, rule = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    if (line.startsWith('|') && rule !== 'rule' && !/^-+$/.test(rule)) rows.push({ section, rule, proof });
  }
  return rows;
}

/** Titles of the tests in the files that `npm test` runs. */
async function allTitles(): Promise<{ run: Set<string>; notRun: Set<string> }> {
  const run = new Set<string>();
  const notRun = new Set<string>();
  for await (const path of glob('{src,test}/**/*.test.ts', { cwd: root })) {
    const titles = await testTitles(await readFile(`${root}/${path}`, 'utf8'), lists);
    const isForFullSuite = path.endsWith('.full.test.ts');
    for (const title of titles.run) (isForFullSuite ? notRun : run).add(title);
    for (const title of titles.notRun) notRun.add(title);
  }
  return { run, notRun };
}

describe('docs/reference/contract.md', async () => {
  const rows = rowsOf(await readFile(`${root}/docs/reference/contract.md`, 'utf8'));
  const titles = await allTitles();

  it('names only tests that exist and that npm test runs', () => {
    assert.ok(titles.run.size > 100);
    for (const { rule, proof } of rows.filter((row) => !row.proof.startsWith('missing:'))) {
      for (const [, title = ''] of proof.matchAll(/`([^`]+)`/g)) {
        assert.ok(!titles.notRun.has(title), `${rule}: npm test does not run "${title}"`);
        assert.ok(titles.run.has(title), `${rule}: there is no test "${title}"`);
      }
    }
  });

  it('has a test for every rule, or marks it as missing', () => {
    for (const { rule, proof } of rows) assert.match(proof, /^(`[^`]+`\s*)+$|^missing: /, rule);
    const missing = rows
      .filter(({ proof }) => proof.startsWith('missing:'))
      .map(({ rule }) => rule.slice(0, 3));
    assert.deepEqual(missing, ['1.2']);
  });

  it('covers every section of the specification', () => {
    const sections = new Set(rows.map(({ section }) => section.split('.')[0]));
    for (let number = 1; number <= 9; number++) assert.ok(sections.has(String(number)), `section ${number}`);
    const endpoints = new Set(rows.map(({ rule }) => /^4\.\d+/.exec(rule)?.[0]));
    for (let number = 1; number <= 11; number++) assert.ok(endpoints.has(`4.${number}`), `4.${number}`);
  });
});
