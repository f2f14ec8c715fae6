import { needs } from '../../../test/support/needs.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import { createPlain } from '../sandbox/plain.ts';
import { type Examinee, examineTool } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { csvData, groovy, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const node = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}';

const scripts: Examinee['scripts'] = {
  counted: (target, users, loops) => [
    { name: 'plan.jmx', content: plan(threadGroup({ users, loops }, httpRequest(target, '/hello'))) },
  ],
  endless: (target) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users: 2, loops: -1 }, httpRequest(target, '/slow/20'))),
    },
  ],
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
  skip: needs('java', 'maven'),
  scripts,
});
