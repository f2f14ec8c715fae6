import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, planWith, type TestElement, type Value } from '../testing/plan.ts';

const csv = (more: Record<string, Value> = {}) =>
  element('CSVDataSet', 'data', {
    filename: 'data.csv',
    fileEncoding: '',
    variableNames: 'a,b',
    ignoreFirstLine: false,
    delimiter: ',',
    quotedData: false,
    recycle: true,
    stopThread: false,
    shareMode: 'shareMode.all',
    ...more,
  });
const data = { 'data.csv': '1,one\n2,two\n3,three\n' };
const both = debug('${a} ${b}');

function reads(
  name: string,
  more: Record<string, Value>,
  file: string | Buffer,
  loops = 5,
): DifferentialCase {
  return { name, plan: [group({ loops }, csv(more), both)], files: { 'data.csv': file } };
}

/** Which lines were read, whoever read them. */
const lines = (samples: readonly { label: string }[]) => samples.map(({ label }) => label).toSorted();

export const cases: DifferentialCase[] = [
  reads('CSVDataSet begins again at the end', {}, data['data.csv']),
  reads('gives <EOF> after the end when it does not begin again', { recycle: false }, data['data.csv']),
  reads('stops the user at the end', { recycle: false, stopThread: true }, data['data.csv']),
  reads('stops nobody when it begins again', { recycle: true, stopThread: true }, data['data.csv']),
  reads('takes names from the first line', { variableNames: '' }, ' a ,b\n1,one\n2,two\n'),
  reads(
    'takes names with quotes from the first line',
    { variableNames: '', quotedData: true },
    '"a","b"\n1,"o,ne"\n2,two\n',
  ),
  reads('skips the first line', { ignoreFirstLine: true }, data['data.csv']),
  reads('skips the first line of quoted data', { ignoreFirstLine: true, quotedData: true }, data['data.csv']),
  reads(
    'skips nothing more when names come from the first line',
    { variableNames: '', ignoreFirstLine: true },
    'a,b\n1,one\n2,two\n',
  ),
  reads('names with spaces, empty ones and too many', { variableNames: ' a ,,b , c ,' }, '1,2,3\n4,5\n6\n'),
  reads('fewer names than fields', { variableNames: 'a' }, data['data.csv']),
  reads('empty lines and fields', {}, '1,\n,one\n\n,\n  , x \n'),
  reads('line ends of all kinds, none at the last line', {}, '1,one\r\n2,two\r3,three\n4,four'),
  reads('an empty file', {}, ''),
  reads('tabs', { delimiter: '\\t' }, '1\tone\n2\ttwo\n'),
  reads('a real tab', { delimiter: '\t' }, '1\tone\n2\ttwo\n'),
  reads('semicolons', { delimiter: ';' }, '1;one\n2;two\n'),
  reads('a delimiter of two characters', { delimiter: '||' }, '1||one\n2||two|x\n'),
  reads('no delimiter', { delimiter: '' }, data['data.csv']),
  reads(
    'quoted fields with delimiters, quotes and lines',
    { quotedData: true },
    '"1,1","say ""hi"""\n2,"two\nlines"\n"",x\n3,\n',
  ),
  reads(
    'broken quotes count as the end',
    { quotedData: true, recycle: false },
    '1,one\n2,t"wo\n3,three\n"4"4,x\n5,five\n"6',
    9,
  ),
  reads('quotes that are not looked at', {}, '"1","o,ne"\n2,two\n'),
  reads('a mark of UTF-8', {}, Buffer.from('\ufeffé1,ö\n2,€\n')),
  reads('UTF-8 by name', { fileEncoding: 'UTF-8' }, Buffer.from('\ufeffé1,ö\n2,€\n')),
  reads('ISO-8859-1', { fileEncoding: 'ISO-8859-1' }, Buffer.from('é1,ö\n2,ü\u0080\n', 'latin1')),
  reads('US-ASCII', { fileEncoding: 'US-ASCII' }, Buffer.from('é1,o\n', 'latin1')),
  reads('UTF-16', { fileEncoding: 'UTF-16' }, Buffer.from('\ufeffé1,ö\n2,€\n', 'utf16le')),
  reads('a recycle that is not said', { recycle: '' }, data['data.csv']),
  {
    name: 'an empty file with a line to be skipped ends the user',
    plan: [group({}, csv({ ignoreFirstLine: true }), both), group({ name: 'other' }, debug('x'))],
    files: { 'data.csv': '' },
  },
  {
    name: 'a file that is not there ends the user',
    plan: [group({ loops: 2 }, csv({ filename: 'none.csv' }), both), group({ name: 'other' }, debug('x'))],
  },
  {
    name: 'a name made of variables and properties',
    plan: planWith(
      {},
      { name: 'data' },
      group(
        { loops: 2 },
        csv({ filename: ' ${name}.${__P(end)} ', variableNames: '${name}A,b' }),
        debug('${dataA} ${b}'),
      ),
    ),
    properties: { end: 'csv' },
    files: data,
  },
  {
    name: 'a line for each pass of the controller it stands in',
    plan: [
      group(
        { loops: 2 },
        debug('${a}'),
        loop('L', 2, csv(), both),
        element('GenericController', 'S', {}, [csv({ variableNames: 'c' }), debug('${a} ${c}')]),
      ),
    ],
    files: data,
  },
  {
    name: 'beside the groups, each user gets a line',
    plan: [csv(), group({ loops: 2, users: 2 }, both), group({ name: 'other', loops: 2 }, both)],
    files: { 'data.csv': Array.from({ length: 6 }, (_, index) => `${index},x\n`).join('') },
    summarize: lines,
  },
  sharing('shareMode.all'),
  sharing('shareMode.group'),
  sharing('shareMode.thread'),
  sharing('All threads'),
  sharing('Current thread group'),
  sharing('Current thread'),
  sharing('a word of its own'),
  sharing(''),
  {
    name: 'two of them with one file read on from each other',
    plan: [group({ loops: 2 }, csv(), csv({ variableNames: 'c,d' }), debug('${a} ${b} ${c} ${d}'))],
    files: data,
  },
];

function sharing(shareMode: string): DifferentialCase {
  const groups: TestElement[] = [
    group({ users: 2, loops: 2, name: 'one' }, csv({ shareMode }), both),
    group({ users: 1, loops: 2, name: 'two' }, csv({ shareMode }), both),
  ];
  return {
    name: `shared by ${shareMode || 'nothing said'}`,
    plan: planWith({ 'TestPlan.serialize_threadgroups': true }, {}, ...groups),
    files: { 'data.csv': Array.from({ length: 6 }, (_, index) => `${index},x\n`).join('') },
    summarize: lines,
  };
}
