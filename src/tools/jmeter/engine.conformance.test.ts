import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createJmeter } from './jmeter.ts';
import { httpRequest } from './plan.fixture.ts';
import { commonScripts, filesScript, oneUser, toldScript } from './scripts.fixture.ts';

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
  ...commonScripts,
  told: (target, greeting) => toldScript(target, greeting, '${__P(COLOUR)}'),
  withFiles: (target) => filesScript(target, variables('${__StringToFile(../results/made.txt,made)}')),
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
