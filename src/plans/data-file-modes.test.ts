import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../test/support/plan.ts';
import type { ToolName } from '../domain/tool.ts';
import { checkPlan, splitFilesOfRun } from './check-plan.ts';
import { parseDataFiles } from './data-file-modes.ts';

function csvPlan(...sets: { filename?: string; names?: string; isFirstIgnored?: boolean }[]): Buffer {
  const elements = sets.map(
    ({ filename = 'users.csv', names = '', isFirstIgnored = false }) =>
      `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="data"><stringProp name="filename">${filename}</stringProp><stringProp name="variableNames">${names}</stringProp><boolProp name="ignoreFirstLine">${isFirstIgnored}</boolProp></CSVDataSet><hashTree/>`,
  );
  return Buffer.from(plan({ port: 9 }).replace('<HTTPSamplerProxy', `${elements.join('')}<HTTPSamplerProxy`));
}

const check = (content: Buffer, dataFiles: string, tool: ToolName = 'jmeter') =>
  splitFilesOfRun({
    tool,
    dataFiles,
    files: [{ name: 'plan.jmx', content }, { name: 'users.csv' }, { name: 'data.json' }],
  });

test('reads files and modes, and names every bad entry', () => {
  assert.deepEqual(parseDataFiles(' a.csv=split, b c.csv = COPY,\nd=e.csv=split:no-header'), [
    { name: 'a.csv', hasHeader: undefined },
    { name: 'd=e.csv', hasHeader: false },
  ]);
  assert.deepEqual(parseDataFiles(null), []);
  assert.throws(
    () => parseDataFiles('a.csv, b.csv=lend, c.csv=split, c.csv=copy'),
    /"a.csv" is not a file name and one of copy, split.*"b.csv=lend".*c.csv is named more than once/,
  );
});

test('the plan decides whether the first line is a header', () => {
  const headerIn = (...sets: Parameters<typeof csvPlan>) =>
    check(csvPlan(...sets), 'users.csv=split')[0]?.hasHeader;
  assert.equal(headerIn({}), true);
  assert.equal(headerIn({ names: 'id,name' }), false);
  assert.equal(headerIn({ names: 'id,name', isFirstIgnored: true }), true);
  assert.throws(
    () => headerIn({}, { names: 'id' }),
    /unknown whether the first line of users.csv is a header/,
  );
  assert.throws(
    () => headerIn({ filename: 'other.csv' }),
    /use users.csv=split:header or users.csv=split:no-header/,
  );
  assert.equal(check(csvPlan({ names: 'id' }), 'users.csv=split:header')[0]?.hasHeader, true);
});

test('rejects files that are missing or have no rows, before the run', () => {
  assert.throws(
    () => check(csvPlan({}), 'cards.csv=split'),
    /cards.csv was not uploaded \(uploaded files: plan.jmx/,
  );
  assert.throws(() => check(csvPlan({}), 'data.json=split'), /data.json cannot be split/);
  const files = [{ name: 'plan.jmx', content: csvPlan({ names: 'id' }) }, { name: 'users.csv' }];
  assert.throws(
    () => checkPlan({ tool: 'jmeter', files, dataFiles: 'absent.csv=split' }),
    /was not uploaded/,
  );
});
