import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolName } from '../domain/tool.ts';
import { guessTool, inspectPlan } from './inspect-plan.ts';

const jmx = `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Shop">
  <elementProp name="TestPlan.user_defined_variables" elementType="Arguments"><collectionProp name="Arguments.arguments">
    <elementProp name="host" elementType="Argument"><stringProp name="Argument.name">host</stringProp><stringProp name="Argument.value">shop.test</stringProp></elementProp>
    <elementProp name="empty" elementType="Argument"><stringProp name="Argument.name">empty</stringProp><stringProp name="Argument.value"></stringProp></elementProp>
  </collectionProp></elementProp>
</TestPlan><hashTree>
  <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Buyers">
    <elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">-1</stringProp></elementProp>
    <stringProp name="ThreadGroup.num_threads">\${__P(threads,10)}</stringProp>
    <stringProp name="ThreadGroup.ramp_time">30</stringProp>
    <boolProp name="ThreadGroup.scheduler">true</boolProp>
    <stringProp name="ThreadGroup.duration">\${__property(duration,,60)}</stringProp>
  </ThreadGroup><hashTree>
    <CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Users"><stringProp name="filename">C:\\data\\users.csv</stringProp></CSVDataSet><hashTree/>
    <CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Cards"><stringProp name="filename">cards.csv</stringProp></CSVDataSet><hashTree/>
    <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="Checkout"><stringProp name="HTTPSampler.path">/\${__P(path)}</stringProp></HTTPSamplerProxy><hashTree/>
    <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="Off" enabled="false"/><hashTree/>
  </hashTree>
  <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Idle" enabled="false"><stringProp name="ThreadGroup.num_threads">5</stringProp></ThreadGroup><hashTree/>
</hashTree></hashTree></jmeterTestPlan>`;

function inspect(tool: ToolName, texts: Record<string, string>) {
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    content: new TextEncoder().encode(text),
  }));
  return inspectPlan({ tool, files, overrideParameters: null, overrideHosts: null });
}

test('a thread group loops forever unless the plan says that it does not', () => {
  const loopsWith = (more: string) => {
    const loops = `<stringProp name="LoopController.loops">20</stringProp>${more}`;
    const text = jmx.replace('<stringProp name="LoopController.loops">-1</stringProp>', loops);
    return inspect('jmeter', { 'shop.jmx': text }).threadGroups[0]?.loops;
  };
  assert.equal(loopsWith('<boolProp name="LoopController.continue_forever">false</boolProp>'), '20');
  assert.equal(loopsWith('<boolProp name="LoopController.continue_forever">true</boolProp>'), 'forever');
  assert.equal(loopsWith(''), 'forever');
});

test('describes a JMeter plan and its missing files', () => {
  const found = inspect('jmeter', { 'shop.jmx': jmx, 'users.csv': 'a' });
  assert.equal(found.planName, 'shop.jmx');
  assert.deepEqual(found.threadGroups, [
    {
      name: 'Buyers',
      kind: 'ThreadGroup',
      isEnabled: true,
      threads: '${__P(threads,10)}',
      rampup: '30',
      duration: '${__property(duration,,60)}',
      loops: 'forever',
    },
    {
      name: 'Idle',
      kind: 'ThreadGroup',
      isEnabled: false,
      threads: '5',
      rampup: null,
      duration: null,
      loops: null,
    },
  ]);
  assert.deepEqual(found.labels, ['Checkout']);
  assert.deepEqual(found.variables, [
    { name: 'host', value: 'shop.test' },
    { name: 'empty', value: '' },
  ]);
  assert.deepEqual(found.parameters, [
    { name: 'threads', default: '10' },
    { name: 'path', default: null },
    { name: 'duration', default: '60' },
  ]);
  assert.deepEqual(
    found.dataFiles.map(({ path, state, file }) => [path, state, file]),
    [
      ['C:\\data\\users.csv', 'elsewhere', 'users.csv'],
      ['cards.csv', 'missing', null],
    ],
  );
  assert.equal(found.problems.length, 1);
  assert.match(found.problems[0] ?? '', /"Cards" in shop.jmx needs the data file cards.csv/);
});

test('reports problems of files without a plan, and throws nothing', () => {
  assert.match(inspect('jmeter', { 'x.jmx': '<oops' }).problems[0] ?? '', /not valid XML/);
  assert.match(inspect('jmeter', { 'users.csv': 'a' }).problems[0] ?? '', /No JMeter plan was uploaded/);
  assert.match(inspect('gatling', { 'users.csv': 'a' }).problems[0] ?? '', /No Gatling simulation/);
  assert.equal(inspect('service-chrome', {}).planName, null);
  assert.equal(inspect('java-selenium-chrome', {}).problems.length, 1);
});

test('describes the scripts of other tools', () => {
  const script = `import { step, TestData } from '@flood/element'
    TestData.fromCSV('users.csv')
    export default () => { step('Open shop', async () => {}); step.once("Log in", async () => {}) }`;
  const browser = inspect('service-chrome', { 'shop.ts': script });
  assert.deepEqual(browser.labels, ['Open shop', 'Log in']);
  assert.deepEqual(
    browser.dataFiles.map(({ path, state }) => [path, state]),
    [['users.csv', 'missing']],
  );
  const simulation = `import io.gatling.core.Predef._
    class Shop extends Simulation { val users = csv("users.csv"); setUp() }`;
  const gatling = inspect('gatling', { 'Shop.scala': simulation, 'users.csv': 'a' });
  assert.equal(gatling.threadGroups[0]?.name, 'Shop');
  assert.deepEqual(
    gatling.dataFiles.map(({ path, state }) => [path, state]),
    [['users.csv', 'there']],
  );
  const java = 'public class Shop { public static void main(String[] args) {} }';
  assert.equal(inspect('java-selenium-firefox', { 'Shop.java': java }).threadGroups[0]?.name, 'Shop');
});

test('detects the tool from the names of files', () => {
  assert.equal(guessTool(['users.csv', 'shop.jmx']), 'jmeter');
  assert.equal(guessTool(['Shop.scala']), 'gatling');
  assert.equal(guessTool(['ShopSimulation.java']), 'gatling');
  assert.equal(guessTool(['Shop.java']), 'java-selenium-chrome');
  assert.equal(guessTool(['shop.ts']), 'service-chrome');
  assert.equal(guessTool(['users.csv']), undefined);
});
