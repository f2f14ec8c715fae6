import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controlWork } from '../../test/support/control-work.ts';
import { isFullSuite } from '../../test/support/suite.ts';
import type { ToolName } from '../domain/tool.ts';
import { threadProcessorMs } from '../lib/thread-processor-ms.ts';
import { inspectPlan } from './inspect-plan.ts';

// Texts that take minutes with a quadratic pattern (seconds in the short suite).
const size = isFullSuite() ? 300_000 : 90_000;
/** Limit in units of `controlWork`, which takes longer too where the machine is slow or busy. */
const mostControls = size / 3_750;

const times = (text: string, count: number) => text.repeat(Math.floor(count));
const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, index) => make(index));

const jmx = (body: string) =>
  `<?xml version="1.0"?><jmeterTestPlan version="1.2"><hashTree><TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="P" enabled="true"><stringProp name="TestPlan.comments"></stringProp></TestPlan><hashTree><ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="T" enabled="true"><stringProp name="ThreadGroup.num_threads">1</stringProp><elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">1</stringProp></elementProp></ThreadGroup><hashTree>${body}</hashTree></hashTree></hashTree></jmeterTestPlan>`;
const sampler = (path: string) =>
  `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="s" enabled="true"><stringProp name="HTTPSampler.domain">x</stringProp><stringProp name="HTTPSampler.path">${path}</stringProp></HTTPSamplerProxy><hashTree/>`;
const csv = (path: string) =>
  `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="c" enabled="true"><stringProp name="filename">${path}</stringProp></CSVDataSet><hashTree/>`;

const hostile: Partial<Record<ToolName, string[]>> = {
  jmeter: [
    jmx(sampler(times('${__P(a,', 1000) + times('x', size) + times(')}', 1000))),
    jmx(csv(times('${__P(a,', 1000) + times('x', size) + times(')}', 1000))),
    jmx(sampler(`${times('${__P(a,', 20000)}x${times(')}', 20000)}`)),
    jmx(sampler(times('${__P(', size / 6))),
    jmx(sampler(times('${', size / 2))),
    jmx(sampler(`\${__P(${times(' ', size)}`)),
    jmx(sampler(`\${__P(a${times(' ', size)}`)),
    jmx(sampler(`\${${times(' ', size)}`)),
    jmx(sampler(list(size / 20, (i) => `\${__CSVRead(f${i},0)}`).join(''))),
    jmx(list(size / 200, (i) => csv(`f${i}`)).join('')),
    jmx(
      `<Arguments guiclass="ArgumentsPanel" testclass="Arguments" testname="v" enabled="true"><collectionProp name="Arguments.arguments">${list(size / 200, (i) => `<elementProp name="v${i}" elementType="Argument"><stringProp name="Argument.name">v${i}</stringProp><stringProp name="Argument.value">\${v${i + 1}}</stringProp></elementProp>`).join('')}</collectionProp></Arguments><hashTree/>${csv('${v0}')}`,
    ),
    jmx(list(size / 250, (i) => sampler(`/${i}`)).join('')),
    jmx(times('<HTTPSamplerProxy testname="s" enabled="true"/><hashTree/>', size / 15)),
    jmx(sampler(times('x', size))),
  ],
  'java-selenium-chrome': [
    times('class A ', size / 8),
    times('class A{}', size / 9),
    times(' class A{}', size / 10) + times(' ', size),
    `class A${times('<', size / 2)}${times('>', size / 2)}{}`,
    times('/*', size / 2),
    times('"""\\', size / 4),
    `public static void main${times(' ', size)}`,
    times('\n', size),
    times('new WebDriverWait(', size / 18),
    times('implicitlyWait(', size / 15),
    times(' withTimeout ', size / 13),
    `class A { @${times('a.', size / 2)}}`,
    `class A { @${times('a', size)}}`,
    `class A extends ${times('a . ', size / 4)}{}`,
    `public ${times('final ', size / 6)}`,
    `DesiredCapabilities${times(' ', size)}`,
    times(`.${times(' ', 1000)}`, size / 1000),
    times('/* ', size / 3),
    times('"\\', size / 2),
    list(size / 30, (i) => `class A${i} extends A${i + 1} {}`).join('\n'),
  ],
  gatling: [
    `class A extends Simulation {${times(' csv("a") ', size / 10)}}`,
    `class A extends Simulation {${times('"${a}"\n', size / 7)}}`,
    `class A extends Simulation { "${times('${', size / 2)}" }`,
    times('s"${', size / 4),
    times(' class A', size / 8),
    `${list(size / 30, (i) => `class A${i} extends A${i + 1};`).join('\n')}\nclass A${size / 30} extends Simulation`,
    times('final ', size / 6),
    times('class A[', size / 8),
    times('class A(', size / 8),
    `class A extends B ${times('with C ', size / 7)}`,
    `${times('package a {', size / 11)}class A extends Simulation`,
    `${times('package a\n', size / 10)}class A extends Simulation`,
    `class A extends Simulation {} ${times('object flood ', size / 13)}`,
    `class A extends Simulation {}.${times(' ', size)}`,
    `class A extends Simulation {}${times(' ', size)}x`,
    `class A extends Simulation {} ${times('/*', size / 2)}`,
    `class A extends Simulation {} ${times("'", size)}`,
    `class A extends Simulation {${times('"a"', size / 3)}}`,
    times('package a { class B extends Simulation ', size / 40),
  ],
  'service-chrome': [
    `export default 1; ${times('/* ', size / 3)}`,
    `export default 1; ${times('import"\\', size / 8)}`,
    `export default 1; import {${times(' test ', size / 6)}`,
    `export default 1; ${times(`.fromCSV${times(' ', 1000)}`, size / 1000)}`,
    `${times('import {', size / 8)} export default 1`,
    `export default 1; import ${times(' ', size)}`,
    `export default 1; ${times('step("', size / 6)}`,
    `export default 1; step(${times(' ', size)}`,
    `export default 1; ${times('/*', size / 2)}`,
    `export default 1; ${times('`\\', size / 2)}`,
    `export default 1; ${times('require(', size / 8)}`,
    times('export ', size / 7),
    times('export {', size / 8),
    `export default 1; ${times('TestData.fromCSV(', size / 17)}`,
    `export default 1; TestData.fromCSV("${times('*', size / 1000)}b")`,
    `export default 1;${list(size / 20, (i) => `import "p${i}";`).join('')}`,
  ],
};

const fileNames: Partial<Record<ToolName, string>> = {
  jmeter: 'plan.jmx',
  'java-selenium-chrome': 'A.java',
  gatling: 'A.scala',
  'service-chrome': 'a.ts',
};

describe('plans that are expensive to read', () => {
  for (const [tool, texts] of Object.entries(hostile) as [ToolName, string[]][]) {
    it(`of ${tool} take time in proportion to their size`, () => {
      for (const text of texts) {
        const cpuMs = cpuTimeOf(() => inspect(tool, text));
        const maxCpuMs = mostControls * cpuTimeOf(controlWork);
        assert.ok(
          cpuMs < maxCpuMs,
          `…${text.slice(-1_000, -900)}… took ${cpuMs} ms, more than ${maxCpuMs} ms`,
        );
      }
    });
  }
});

function inspect(tool: ToolName, text: string): void {
  const content = new TextEncoder().encode(text);
  const files = [{ name: fileNames[tool] ?? '', content }, { name: `${'a'.repeat(200)}.csv` }];
  inspectPlan({ tool, files, overrideParameters: null, overrideHosts: null });
}

function cpuTimeOf(work: () => void): number {
  const before = threadProcessorMs();
  work();
  return threadProcessorMs() - before;
}
