import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, loop, planWith, type Value } from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const csv = (more: Record<string, Value> = {}) => ({
  ...element('com.blazemeter.jmeter.RandomCSVDataSetConfig', 'data', {
    filename: 'data.csv',
    fileEncoding: 'UTF-8',
    delimiter: ',',
    variableNames: 'a,b',
    randomOrder: false,
    ignoreFirstLine: false,
    rewindOnTheEndOfList: true,
    independentListPerThread: false,
    ...more,
  }),
  guiClass: 'com.blazemeter.jmeter.RandomCSVDataSetConfigGui',
});
const data = '1,one\n2,two\n3,three\n';
const both = debug('${a} ${b}');
/** Which records were read, whoever read them and when. */
const records = (samples: readonly SampleFacts[]) => samples.map(({ label }) => label).toSorted();

/** In the order of the file, and in any order: a whole number of passes reads each record as often as the other. */
function reads(
  name: string,
  more: Record<string, Value>,
  file: string | Buffer,
  loops = 6,
): DifferentialCase[] {
  const each = (isRandom: boolean): DifferentialCase => ({
    name: `${name}, in ${isRandom ? 'any' : 'their'} order`,
    plan: [
      group({ loops }, csv({ randomOrder: isRandom, ...more }), both),
      group({ name: 'other' }, debug('x')),
    ],
    files: { 'data.csv': file },
    ...(isRandom ? { summarize: records } : {}),
  });
  return [each(false), each(true)];
}

export const cases: DifferentialCase[] = [
  ...reads('records of a file', {}, data),
  ...reads('ends the user after the last record', { rewindOnTheEndOfList: false }, data),
  ...reads('names from the first line', { variableNames: '' }, ' a,b\n1,one\n2,two\n'),
  ...reads('names with quotes from the first line', { variableNames: '' }, '"a","b"\n1,"o,ne"\n"2",two\n'),
  ...reads('names although the first line has them', { ignoreFirstLine: true }, 'x,y\n1,one\n2,two\n'),
  ...reads(
    'names from the first line, which is left out',
    { variableNames: '', ignoreFirstLine: true },
    data,
    4,
  ),
  ...reads('names with spaces, empty ones and too many', { variableNames: ' a ,,b,c,' }, data),
  ...reads('fewer names than fields', { variableNames: 'a' }, data),
  ...reads('quotes, also around lines', {}, '"1,1","say ""hi"""\n2,"two\nlines"\n"",x\n'),
  ...reads('no end of the last line', {}, '1,one\r\n2,two\r\n3,three'),
  ...reads('empty lines and fields', { variableNames: 'a' }, '1,\n,one\n\n', 6),
  ...reads('tabs', { delimiter: '\\t' }, '1\tone\n2\ttwo\n'),
  ...reads('a delimiter of which only the first character counts', { delimiter: ';;' }, '1;one\n2;two\n'),
  ...reads('no delimiter', { delimiter: '' }, data),
  ...reads('one record', {}, '1,one', 3),
  ...reads('an empty file', {}, '', 3),
  ...reads('an empty file, with names from its first line', { variableNames: '' }, '', 3),
  ...reads(
    'an empty file, with names from its first line, read once',
    { variableNames: '', rewindOnTheEndOfList: false },
    '',
  ),
  ...reads('characters beyond ASCII', {}, 'é1,ö\n2,€\n3,x\n'),
  ...reads(
    'characters beyond ASCII in the first line',
    { ignoreFirstLine: true },
    'é,ö€\n2,€\n3333,xyz\n4444,z\n',
  ),
  ...reads(
    'characters of two halves, after which it is lost',
    { variableNames: 'a' },
    '1,😀\n22222,twotwo\n33333,xxxxx\n',
    5,
  ),
  ...reads('a mark of UTF-8', { variableNames: '' }, Buffer.from('\ufeffa,b\n1,one\n2,two\n')),
  ...reads('ISO-8859-1', { fileEncoding: 'ISO-8859-1' }, Buffer.from('é1,ö\n2,ü\u0080\n', 'latin1')),
  ...reads('US-ASCII', { fileEncoding: 'US-ASCII' }, Buffer.from('e1,o\n2,x\n', 'latin1')),
  ...reads('utf-8 in small letters', { fileEncoding: 'utf-8' }, 'é1,ö\n2,€\n'),
  ...reads(
    'old line ends, at which it is lost',
    { variableNames: 'a' },
    '1,one\r2,two\r\n3,three\n4,four\n',
    10,
  ),
  ...reads(
    'a record longer than what is read at once',
    {},
    `1,${'x'.repeat(9000)}\n2,${'€'.repeat(4000)}\n`,
    4,
  ),
  ...reads('a list for each user', { independentListPerThread: true }, data),
  {
    name: 'a name made of variables and properties',
    plan: planWith(
      {},
      { name: 'data', V: 'a' },
      group({ loops: 3 }, csv({ filename: '${name}.${__P(end)}', variableNames: '${V},b' }), both),
    ),
    properties: { end: 'csv' },
    files: { 'data.csv': data },
  },
  {
    name: 'a record for each pass of the controller it stands in',
    plan: [group({ loops: 2 }, debug('${a}'), loop('L', 2, csv(), both))],
    files: { 'data.csv': data },
  },
  ...[false, true].flatMap((isOfEach) =>
    [false, true].map(
      (isRewound): DifferentialCase => ({
        name: `users of two groups, one list for each: ${isOfEach}, begun again: ${isRewound}`,
        plan: planWith(
          { 'TestPlan.serialize_threadgroups': true },
          {},
          csv({ independentListPerThread: isOfEach, rewindOnTheEndOfList: isRewound }),
          group({ loops: 2, name: 'first' }, both),
          group({ loops: 4, name: 'second' }, both),
          group({ loops: 2, name: 'third' }, both),
        ),
        files: { 'data.csv': data },
      }),
    ),
  ),
  {
    name: 'many users take every record once',
    plan: [
      csv({ randomOrder: true, rewindOnTheEndOfList: false }),
      group({ users: 3, loops: -1 }, both),
      group({ name: 'other', users: 2, loops: -1 }, both),
    ],
    files: { 'data.csv': Array.from({ length: 50 }, (_, index) => `${index},x\n`).join('') },
    summarize: records,
  },
];
