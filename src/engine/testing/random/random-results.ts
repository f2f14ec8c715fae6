import type { Making } from './making.ts';
import { flag, node, type PlanNode, text } from './plan-data.ts';

const columns = [
  ...[
    'label',
    'code',
    'message',
    'success',
    'threadName',
    'dataType',
    'fieldNames',
    'url',
    'bytes',
    'sentBytes',
  ],
  ...['saveAssertionResultsFailureMessage', 'subresults', 'sampleCount', 'responseDataOnError'],
] as const;

const timely = [
  'time',
  'latency',
  'connectTime',
  'timestamp',
  'idleTime',
  'hostname',
  'responseHeaders',
  'threadCounts',
  'fileName',
];

/** A results file without the columns that depend on the clock. */
export function randomResults(making: Making): PlanNode {
  const { chance } = making;
  const isXml = chance.is(0.3);
  const chosen = [...columns, 'assertions', 'responseData', 'samplerData', 'requestHeaders', 'encoding'].map(
    (name) => [name, chance.is(0.6)] as const,
  );
  const settings = [['xml', isXml] as const, ...chosen, ...timely.map((name) => [name, false] as const)]
    .map(([name, isOn]) => `<${name}>${isOn}</${name}>`)
    .join('');
  return {
    ...node('ResultCollector', 'Results', [
      text('filename', `~/results${making.count()}.${isXml ? 'xml' : 'csv'}`),
      flag('ResultCollector.error_logging', chance.is(0.2)),
      ...chance.some([flag('ResultCollector.success_only_logging', chance.is(0.5))], 0.2),
    ]),
    guiClass: 'SimpleDataWriter',
    xml: `<objProp><name>saveConfig</name><value class="SampleSaveConfiguration">${settings}</value></objProp>`,
  };
}

/** Saves each body to a file. */
export function randomSaver(making: Making): PlanNode {
  const { chance } = making;
  return node('ResultSaver', 'Saver', [
    text('FileSaver.filename', `~/${chance.pick(['saved', 'in/saved', '${word}'])}${making.count()}_`),
    ...chance.some(
      [
        text('FileSaver.variablename', chance.pick(['', 'a', 'b', 'file'])),
        flag('FileSaver.errorsonly', chance.is(0.3)),
        flag('FileSaver.successonly', chance.is(0.3)),
        flag('FileSaver.skipautonumber', chance.is(0.3)),
        flag('FileSaver.skipsuffix', chance.is(0.3)),
        flag('FileSaver.ignoreTC', chance.is(0.5)),
        text('FileSaver.numberPadLen', chance.pick(['', '2', '${n3}'])),
      ],
      0.6,
    ),
  ]);
}
