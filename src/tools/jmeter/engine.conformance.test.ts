import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { variables } from './plan.fixture.ts';
import { brokenScript, commonScripts, tourScript } from './scripts.fixture.ts';

const numbered = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`v${index}`, value]));

const scripts: Scripts = {
  ...commonScripts,
  tour: (stops) =>
    tourScript(stops, {
      colour: '${__P(COLOUR)}',
      ofGroup: variables(
        numbered([
          'x'.repeat(5_000),
          ...Array.from({ length: 1_700 }, () => '${__logn(${v0},OUT)}'),
          '${__StringToFile(../results/made.txt,made)}',
          ...stops.places.map(
            (place) => `\${__StringToFile(../results/seen.txt,\${__FileToString(${place})},true)}`,
          ),
        ]),
      ),
    }),
  broken: () => brokenScript(/com\.example\.NoSuchSampler cannot be run by this engine/),
};

examineTool('our own engine in bubblewrap', {
  create: createJmeter,
  sandbox: testSandbox,
  skip: needs('bubblewrap'),
  spec: { engine: 'spate' },
  scripts,
});
examineTool('our own engine as a plain process', {
  create: createJmeter,
  sandbox: async () => createPlain('for this test', undefined),
  isVariant: true,
  skip: false,
  spec: { engine: 'spate' },
  scripts,
});
