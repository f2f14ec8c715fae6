import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../test/support/plan.ts';
import type { ToolName } from '../domain/tool.ts';
import { checkPlan, dataFilesOfRun } from './check-plan.ts';
import { parseDataFiles } from './data-file-modes.ts';
import { inspectPlan } from './inspect-plan.ts';

interface DataSet {
  filename?: string;
  names?: string;
  isFirstIgnored?: boolean;
  recycle?: boolean;
  shareMode?: string;
}

function csvPlan(...sets: DataSet[]): Buffer {
  const elements = sets.map(
    ({
      filename = 'users.csv',
      names = '',
      isFirstIgnored = false,
      recycle = true,
      shareMode = 'shareMode.all',
    }) =>
      `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="data"><stringProp name="filename">${filename}</stringProp><stringProp name="variableNames">${names}</stringProp><boolProp name="ignoreFirstLine">${isFirstIgnored}</boolProp><boolProp name="recycle">${recycle}</boolProp><stringProp name="shareMode">${shareMode}</stringProp></CSVDataSet><hashTree/>`,
  );
  return Buffer.from(plan({ port: 9 }).replace('<HTTPSamplerProxy', `${elements.join('')}<HTTPSamplerProxy`));
}

const check = (content: Buffer, dataFiles: string, tool: ToolName = 'jmeter') =>
  dataFilesOfRun({
    tool,
    dataFiles,
    files: [{ name: 'plan.jmx', content }, { name: 'users.csv' }, { name: 'data.json' }],
  });

test('reads files and modes, and names every bad entry', () => {
  assert.deepEqual(parseDataFiles(' a.csv=split, b c.csv = COPY,\nd=e.csv=split:no-header'), [
    { name: 'a.csv', mode: 'split', hasHeader: undefined },
    { name: 'd=e.csv', mode: 'split', hasHeader: false },
  ]);
  assert.deepEqual(parseDataFiles('a.csv=lease:header'), [{ name: 'a.csv', mode: 'lease', hasHeader: true }]);
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

test('leases files whose rows the plan reads once, and rejects others with a suggestion', () => {
  const lease = (...sets: DataSet[]) => check(csvPlan(...sets), 'users.csv=lease');
  assert.deepEqual(lease({ recycle: false }), [{ name: 'users.csv', mode: 'lease', hasHeader: true }]);
  assert.throws(() => lease({}), /"data" repeats it. Set "Recycle on EOF" to False/);
  assert.throws(
    () => lease({ recycle: false, shareMode: 'shareMode.thread' }),
    /"data" reads it once per thread or group. Set "Sharing mode" to All threads/,
  );
  assert.throws(
    () => lease({ filename: 'other.csv' }),
    /no CSV Data Set reads it. It can be split: users.csv=split/,
  );
  assert.throws(() => check(csvPlan({}), 'data.json=lease'), /data.json cannot be leased: only files/);
  const script = (name: string) =>
    dataFilesOfRun({
      tool: 'service-chrome',
      dataFiles: `${name}=lease`,
      files: [
        {
          name: 'script.ts',
          content: Buffer.from(
            `import { TestData } from '@flood/element'; TestData.fromCSV('users.csv'); export default () => {};`,
          ),
        },
        { name: 'users.csv' },
        { name: 'other.csv' },
      ],
    });
  assert.deepEqual(script('users.csv'), [{ name: 'users.csv', mode: 'lease', hasHeader: true }]);
  assert.throws(() => script('other.csv'), /no TestData.fromCSV of the script reads it/);
  assert.throws(
    () =>
      dataFilesOfRun({
        tool: 'java-selenium-chrome',
        dataFiles: 'users.csv=lease',
        files: [
          {
            name: 'Load.java',
            content: Buffer.from('class Load { public static void main(String[] args) {} }'),
          },
          { name: 'users.csv' },
        ],
      }),
    /users.csv cannot be leased: Java Selenium scripts read whole files. It can be split: users.csv=split/,
  );
});

test('leases files that Gatling feeds in order and once', () => {
  const lease = (code: string, name = 'users.csv', ...more: string[]) =>
    dataFilesOfRun({
      tool: 'gatling',
      dataFiles: `${name}=lease:header`,
      files: [
        {
          name: 'Load.scala',
          content: Buffer.from(`class Load extends io.gatling.core.Predef.Simulation {\n${code}\n}`),
        },
        ...['data/users.csv', 'users.csv', 'rows.jsonl', ...more].map((each) => ({ name: each })),
      ],
    });
  const leased = [{ name: 'users.csv', mode: 'lease', hasHeader: true }];
  for (const code of [
    'feed(csv("users.csv"))',
    'val users = separatedValues("users.csv", \')\').queue\nval other = csv("other.csv").circular',
    'csv("users.csv") // .circular',
    'feed(csv(System.getProperty("file")))',
  ])
    assert.deepEqual(lease(code, 'users.csv', 'other.csv'), leased, code);
  assert.deepEqual(lease('', 'users.csv', 'Feeds.jar'), leased);
  for (const strategy of ['circular', 'random', 'shuffle'])
    assert.throws(
      () => lease(`val a = 1\nfeed(csv("users.csv", '"').transform(x => x)\n  .batch(10) . ${strategy})`),
      new RegExp(
        `users.csv cannot be leased: csv\\("users.csv"\\) in Load.scala, line 3, uses .${strategy}, but`,
      ),
    );
  assert.throws(
    () => lease('feed(csv("data/users.csv"))'),
    /no csv, tsv, ssv, separatedValues feeder reads it. It can be split: users.csv=split/,
  );
  assert.throws(
    () => lease('feed(jsonFile("rows.jsonl"))', 'rows.jsonl'),
    /jsonFile\("rows.jsonl"\) in Load.scala, line 2, reads it as a whole/,
  );
});

test('an inspection lists the files whose rows can be shared, those that the plan reads first', () => {
  const content = csvPlan({ filename: 'rows', names: 'id', recycle: false });
  const names = ['users.csv', 'rows', 'data.json', 'logo.png', 'all.zip'];
  const files = [{ name: 'plan.jmx', content }, ...names.map((name) => ({ name }))];
  assert.deepEqual(inspectPlan({ tool: 'jmeter', files }).rowFiles, [
    { file: 'rows', hasHeader: false, leaseProblem: null },
    { file: 'users.csv', hasHeader: null, leaseProblem: 'no CSV Data Set reads it' },
  ]);
});
