import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, planWith, simple, type Value } from '../testing/plan.ts';

const data = (properties: Record<string, Value>) => ({
  ...element('CSVDataSet', 'Data', {
    filename: 'data.csv',
    fileEncoding: 'UTF-8',
    variableNames: 'a,b',
    delimiter: ',',
    ignoreFirstLine: false,
    quotedData: false,
    recycle: true,
    stopThread: false,
    shareMode: 'shareMode.all',
    ...properties,
  }),
  guiClass: 'TestBeanGUI',
});

const reads = (
  name: string,
  properties: Record<string, Value>,
  content: string,
  more: Partial<DifferentialCase> = {},
): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { file: 'data.csv', sep: ';' },
    group({ loops: 4 }, data(properties), debug('${a}|${b}|${c}')),
  ),
  files: { 'data.csv': content },
  ...more,
});

const lines = '1,eins\n2,zwei\n3,drei\n';

export const cases: DifferentialCase[] = [
  reads('CSVDataSet: lines in turn, again from the beginning', {}, lines),
  reads('at the end without beginning again', { recycle: false }, lines),
  reads('the user ends with the file', { recycle: false, stopThread: true }, lines),
  reads('names from the first line', { variableNames: '' }, 'a, b ,"c"\nx,y,z\n1,2,3\n'),
  reads('a first line that is skipped', { ignoreFirstLine: true }, 'head,er\n1,2\n'),
  reads(
    'quoted fields over lines',
    { quotedData: true, variableNames: 'a,b,c' },
    '"a,b","c""d",e\r\n"x\ny",,\n,"",z\n',
  ),
  reads('quotes where none may be', { quotedData: true }, 'a"b,c\n1,2\n"x"y,z\n3,4\n'),
  reads(
    'names from the first line of a quoted file',
    { variableNames: '', quotedData: true },
    'a,b\n"1","2"\n',
  ),
  reads(
    'another delimiter, from a variable',
    { delimiter: '${sep}', filename: '${file}' },
    '1;eins;more\n2;\n;x\n',
  ),
  reads('tabs', { delimiter: '\\t' }, '1\teins\n2\tzwei'),
  reads('fewer and more fields than names', { variableNames: 'a,,b, c ' }, '1\n1,2,3,4,5\n,\n1,2\n'),
  reads('an empty line in between is taken for the end', {}, '1,eins\n\n2,zwei\n'),
  reads('carriage returns and a mark at the beginning', {}, '\ufeff1,eins\r2,zwei\r\n3,dr\u00e4i'),
  reads('another charset, which is not the one of the file', { fileEncoding: 'ISO-8859-1' }, '1,gr\u00fcn\n'),
  reads('an empty delimiter and an empty charset', { delimiter: '', fileEncoding: '' }, '1,gr\u00fcn\n'),
  {
    name: 'a file that is not there ends its users',
    plan: [
      group({ name: 'without' }, data({ filename: 'none.csv' }), debug('x')),
      group({ name: 'other' }, debug('y')),
    ],
  },
  ...[
    'shareMode.all',
    'shareMode.group',
    'shareMode.thread',
    'a key of its own',
    'All threads',
    'Current thread',
  ].map(
    (shareMode): DifferentialCase => ({
      name: `shared by ${shareMode}`,
      plan: planWith(
        { 'TestPlan.serialize_threadgroups': true },
        {},
        data({ shareMode }),
        group({ name: 'one', loops: 2 }, debug('${a}')),
        group(
          { name: 'two', loops: 2 },
          debug('${a}'),
          simple('S', data({ shareMode, variableNames: 'b' }), debug('${b}')),
        ),
      ),
      files: { 'data.csv': '1\n2\n3\n4\n5\n6\n7\n8\n' },
    }),
  ),
  {
    name: 'within a loop each of its passes takes a line',
    plan: [
      group(
        { loops: 2 },
        debug('before ${a}'),
        loop('L', 2, data({}), debug('${a} ${b}')),
        debug('after ${a}'),
      ),
    ],
    files: { 'data.csv': lines },
  },
];
