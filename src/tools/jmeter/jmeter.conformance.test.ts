import { needs } from '../../../test/support/needs.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { groovy, httpRequest } from './plan.fixture.ts';
import { commonScripts, oneUser } from './scripts.fixture.ts';

const scripts: Scripts = {
  ...commonScripts,
  withEnvironment: (target) => [
    { name: 'environment', content: 'COLOUR=blue\n' },
    ...oneUser(httpRequest(target, "/environment/${__groovy(System.getenv('COLOUR'))}")),
  ],
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
  withResults: (target) =>
    oneUser(
      groovy(`new File(System.getenv('FLOOD_RESULTS_PATH') + '/made.txt').text = 'made'`),
      httpRequest(target, '/done'),
    ),
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
