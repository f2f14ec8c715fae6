import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { groovy, httpRequest } from './plan.fixture.ts';
import { commonScripts, filesScript, oneUser, toldScript } from './scripts.fixture.ts';

const scripts: Scripts = {
  ...commonScripts,
  told: (target, greeting) => toldScript(target, greeting, "${__groovy(System.getenv('COLOUR'))}"),
  withFiles: (target) =>
    filesScript(
      target,
      groovy(
        `new File(System.getenv('FLOOD_RESULTS_PATH') + '/made.txt').text = 'made'`,
        'JSR223PreProcessor',
      ),
    ),
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
};

examineTool('jmeter in bubblewrap', {
  create: createJmeter,
  sandbox: testSandbox,
  skip: needs('java', 'maven', 'bubblewrap'),
  scripts,
});
examineTool('jmeter as a plain process', {
  create: createJmeter,
  sandbox: async () => createPlain('for this test', undefined),
  isVariant: true,
  skip: needs('java', 'maven'),
  scripts,
});
