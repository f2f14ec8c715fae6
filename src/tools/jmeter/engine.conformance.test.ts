import { needs } from '../../../test/support/needs.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { csvData, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const node = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}';

const oneUser = (...children: string[]) => [
  { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: 1 }, ...children)) },
];

/** Variables are evaluated once, before the first sample. */
const variables = (
  ...values: string[]
) => `<Arguments guiclass="ArgumentsPanel" testclass="Arguments" testname="V" enabled="true">
  <collectionProp name="Arguments.arguments">${values
    .map(
      (value, index) =>
        `<elementProp name="v${index}" elementType="Argument"><stringProp name="Argument.name">v${index}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`,
    )
    .join('')}</collectionProp>
</Arguments><hashTree/>`;

const scripts: Scripts = {
  counted: (target, users, loops) => [
    { name: 'plan.jmx', content: plan(threadGroup({ users, loops }, httpRequest(target, '/hello'))) },
  ],
  endless: (target) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users: 2, loops: -1 }, httpRequest(target, '/slow/20'))),
    },
  ],
  timed: (target) => [
    {
      name: 'plan.jmx',
      content: plan(
        threadGroup(
          { users: '${__P(threads)}', loops: -1, rampupS: '${__P(rampup)}', durationS: '${__P(duration)}' },
          httpRequest(target, '/slow/20'),
        ),
      ),
    },
  ],
  withParameter: (target, greeting) => ({
    uploads: oneUser(httpRequest(target, '/parameter/${__P(greeting)}')),
    overrideParameters: `-Jgreeting=${greeting}`,
  }),
  withEnvironment: (target) => [
    { name: 'environment', content: 'COLOUR=blue\n' },
    ...oneUser(httpRequest(target, '/environment/${__P(COLOUR)}')),
  ],
  failing: (target) => oneUser(httpRequest(target, '/fail')),
  chatty: (target) =>
    oneUser(
      variables('x'.repeat(5_000), ...Array.from({ length: 1_700 }, () => '${__logn(${v0},OUT)}')),
      httpRequest(target, '/hello'),
    ),
  nosy: (target, places) =>
    oneUser(
      variables(
        ...places.map((place) => `\${__StringToFile(../results/seen.txt,\${__FileToString(${place})},true)}`),
      ),
      httpRequest(target, '/hello'),
    ),
  perNode: (target) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users: 1, loops: 1 }, httpRequest(target, `/node/${node}`))),
    },
  ],
  withData: (target) => [
    { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
    {
      name: 'plan.jmx',
      content: plan(
        threadGroup(
          { users: 1, loops: -1 },
          csvData('/data/flood/files/words.csv', 'word'),
          httpRequest(target, '/word/${word}'),
        ),
      ),
    },
  ],
  withResults: (target) =>
    oneUser(variables('${__StringToFile(../results/made.txt,made)}'), httpRequest(target, '/done')),
  broken: () => [{ name: 'plan.jmx', content: plan('<com.example.NoSuchSampler guiclass="x"/><hashTree/>') }],
};

examineTool('our own engine in bubblewrap', {
  create: createJmeter,
  sandbox: detectSandbox,
  skip: needs('bubblewrap'),
  spec: { engine: 'spate' },
  scripts,
});
examineTool('our own engine as a plain process', {
  create: createJmeter,
  sandbox: async () => createPlain('for this test', undefined),
  isOnlyForSandbox: true,
  skip: false,
  spec: { engine: 'spate' },
  scripts,
});
