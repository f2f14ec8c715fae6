import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { groovy } from './plan.fixture.ts';
import { brokenScript, commonScripts, tourScript } from './scripts.fixture.ts';

const scripts: Scripts = {
  ...commonScripts,
  tour: (stops) =>
    tourScript(stops, {
      colour: "${__groovy(System.getenv('COLOUR'))}",
      ofRequest: groovy(
        [
          `20000.times { println 'x' * 500 }`,
          "def results = System.getenv('FLOOD_RESULTS_PATH')",
          "new File(results + '/made.txt').text = 'made'",
          "def seen = new File(results + '/seen.txt')",
          "seen << System.getenv().toString() << '\\n'",
          `${JSON.stringify(stops.places)}.each { try { seen << new File(it).text << '\\n' } catch (e) { } }`,
        ].join('\n'),
        'JSR223PreProcessor',
      ),
    }),
  broken: () => brokenScript(/The plan uses com\.example\.NoSuchSampler, which is not installed/),
};

examineTool('jmeter in bubblewrap', {
  create: createJmeter,
  sandbox: testSandbox,
  isOtherEngine: true,
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
