import { type Making, words } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, text } from './plan-data.ts';
import { randomDefaults, randomHeaders } from './random-http.ts';
import { randomAuth, randomCache, randomCookies } from './random-managers.ts';
import { randomText } from './random-texts.ts';

/** A config element with settings or variables for its scope. */
export function randomConfig(making: Making): PlanNode {
  const forHttp = making.hasDummies ? 0 : 1;
  return making.chance.weigh(
    [3 * forHttp, () => randomHeaders(making)],
    [2 * forHttp, () => randomCookies(making)],
    [forHttp, () => randomAuth(making)],
    [forHttp, () => randomCache(making)],
    [2 * forHttp, () => randomDefaults(making)],
    [2, () => randomVariables(making)],
    [2, () => randomCounter(making)],
    [2, () => randomCsv(making)],
    [1, () => randomDraw(making)],
  );
}

function randomVariables(making: Making): PlanNode {
  const { chance } = making;
  const items = chance.list(1, 3, (): PlanProperty => {
    const name = chance.pick(words);
    return {
      name,
      kind: 'Argument',
      properties: [
        text('Argument.name', name),
        text('Argument.value', randomText({ ...making, hasUser: false, loops: [] })),
        text('Argument.metadata', '='),
      ],
    };
  });
  return {
    ...node('Arguments', `Variables ${making.count()}`, [{ name: 'Arguments.arguments', items }]),
    guiClass: 'ArgumentsPanel',
  };
}

function randomCounter({ chance, isConcurrent }: Making): PlanNode {
  const isOwn = isConcurrent || chance.is(0.5);
  return node('CounterConfig', 'Counter', [
    text('CounterConfig.start', chance.pick(['', '0', '1', '10', '${n2}'])),
    text('CounterConfig.end', chance.pick(['', '2', '12', '${n3}'])),
    text('CounterConfig.incr', chance.pick(['1', '2', '', '${n1}'])),
    text('CounterConfig.name', chance.pick(['count', ...words])),
    text('CounterConfig.format', chance.pick(['', '', '000', 'u_0'])),
    flag('CounterConfig.per_user', isOwn),
    ...(isOwn ? chance.some([flag('CounterConfig.reset_on_tg_iteration', chance.is(0.5))], 0.5) : []),
  ]);
}

function randomDraw({ chance }: Making): PlanNode {
  const only = chance.pick(['5', '-3', '${n2}']);
  return node('RandomVariableConfig', 'Draw', [
    text('minimumValue', only),
    text('maximumValue', only),
    text('outputFormat', chance.pick(['', '000'])),
    flag('perThread', chance.is(0.5)),
    text('randomSeed', ''),
    text('variableName', chance.pick(words)),
  ]);
}

function randomCsv(making: Making): PlanNode {
  const { chance, files, isConcurrent } = making;
  const delimiter = chance.pick([',', ',', ';', '\\t', '|', '']);
  const isQuoted = chance.is(0.3);
  const known = Object.keys(files);
  const name = known.length > 0 && chance.is(0.3) ? chance.pick(known) : `data${making.count()}.csv`;
  files[name] ??= randomLines(making, delimiter === '\\t' ? '\t' : delimiter || ',', isQuoted);
  return node('CSVDataSet', 'Data', [
    text('filename', name),
    text('fileEncoding', chance.pick(['', 'UTF-8'])),
    text('variableNames', chance.pick(['a', 'a,b', 'b,c,d', ' a , b', ''])),
    flag('ignoreFirstLine', chance.is(0.2)),
    text('delimiter', delimiter),
    flag('quotedData', isQuoted),
    flag('recycle', chance.is(0.7)),
    flag('stopThread', chance.is(0.3)),
    text(
      'shareMode',
      isConcurrent
        ? 'shareMode.thread'
        : chance.pick(['shareMode.all', 'shareMode.group', 'shareMode.thread']),
    ),
  ]);
}

function randomLines({ chance }: Making, delimiter: string, isQuoted: boolean): string {
  const field = () =>
    chance.weigh(
      [6, () => chance.pick(['1', 'two', 'Drei', 'ü', ' pad ', '${n1}', "it's", 'a\\b'])],
      [1, () => ''],
      [
        isQuoted ? 3 : 1,
        () => chance.pick([`"x${delimiter}y"`, '"say ""hi"""', '""', isQuoted ? '"two\nlines"' : '"']),
      ],
    );
  // The header line, which can name the variables, is added below.
  const lines = chance.list(1, 5, () => chance.list(1, 3, field).join(delimiter));
  const end = chance.pick(['\n', '\n', '\r\n']);
  return ['a', 'b', 'c'].join(delimiter) + end + lines.join(end) + chance.pick([end, '', end + end]);
}
