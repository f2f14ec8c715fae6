import { needs } from '../../../test/support/needs.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { csvData, groovy, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const node = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}';

const oneUser = (...children: string[]) => [
  { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: 1 }, ...children)) },
];

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
    ...oneUser(httpRequest(target, "/environment/${__groovy(System.getenv('COLOUR'))}")),
  ],
  failing: (target) => oneUser(httpRequest(target, '/fail')),
  chatty: (target) =>
    oneUser(groovy(`200000.times { println 'x' * 50 }`, 'JSR223PreProcessor'), httpRequest(target, '/hello')),
  nosy: (target, places) =>
    oneUser(
      groovy(
        [
          "def seen = new File(System.getenv('FLOOD_RESULTS_PATH') + '/seen.txt')",
          "seen << System.getenv().toString() << '\\n'",
          `${JSON.stringify(places)}.each { try { seen << new File(it).text << '\\n' } catch (e) { } }`,
        ].join('\n'),
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
  withResults: (target) => [
    {
      name: 'plan.jmx',
      content: plan(
        threadGroup(
          { users: 1, loops: 1 },
          groovy(`new File(System.getenv('FLOOD_RESULTS_PATH') + '/made.txt').text = 'made'`),
          httpRequest(target, '/done'),
        ),
      ),
    },
  ],
  broken: () => [{ name: 'plan.jmx', content: plan('<com.example.NoSuchSampler guiclass="x"/><hashTree/>') }],
};

examineTool('jmeter in bubblewrap', {
  create: createJmeter,
  sandbox: detectSandbox,
  skip: needs('java', 'maven', 'bubblewrap'),
  scripts,
});
examineTool('jmeter as a plain process', {
  create: createJmeter,
  sandbox: async () => createPlain('for this test', undefined),
  isOnlyForSandbox: true,
  skip: needs('java', 'maven'),
  scripts,
});
