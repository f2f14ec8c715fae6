import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Row {
  section: string;
  rule: string;
  proof: string;
}

/** The rows of the tables, without their heads. */
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

async function testNames(): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const path of glob('{src,test}/**/*.test.ts', { cwd: root })) {
    const source = await readFile(`${root}/${path}`, 'utf8');
    for (const [, , name = ''] of source.matchAll(/\b(?:test|it)\(\s*(['"`])((?:(?!\1).)+)\1/g))
      names.add(name);
  }
  return names;
}

describe('docs/reference/contract.md', async () => {
  const rows = rowsOf(await readFile(`${root}/docs/reference/contract.md`, 'utf8'));
  const names = await testNames();

  it('names only tests that exist', () => {
    assert.ok(names.size > 100);
    for (const { rule, proof } of rows) {
      for (const [, name = ''] of proof.matchAll(/`([^`]+)`/g)) {
        if (!proof.startsWith('missing:')) assert.ok(names.has(name), `${rule}: there is no test "${name}"`);
      }
    }
  });

  it('proves every rule, or says that it is missing', () => {
    for (const { rule, proof } of rows) assert.match(proof, /^(`[^`]+`\s*)+$|^missing: /, rule);
    const missing = rows
      .filter(({ proof }) => proof.startsWith('missing:'))
      .map(({ rule }) => rule.slice(0, 3));
    assert.deepEqual(missing, ['1.2']);
  });

  it('goes through every section of the specification', () => {
    const sections = new Set(rows.map(({ section }) => section.split('.')[0]));
    for (let number = 1; number <= 9; number++) assert.ok(sections.has(String(number)), `section ${number}`);
    const endpoints = new Set(rows.map(({ rule }) => /^4\.\d+/.exec(rule)?.[0]));
    for (let number = 1; number <= 11; number++) assert.ok(endpoints.has(`4.${number}`), `4.${number}`);
  });
});
