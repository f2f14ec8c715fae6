import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeZip, type ZipPart } from '../../../tools/zip.fixture.ts';
import { parseOverrideParameters } from '../../override-parameters.ts';
import { judgePlan } from '../judge-plan.ts';
import { makeClass } from './class-file.fixture.ts';

const parent = 'org/apache/jmeter/protocol/java/sampler/AbstractJavaSamplerClient';
const sample = 'org/apache/jmeter/samplers/SampleResult';
const variables = 'org/apache/jmeter/threads/JMeterVariables';
const client = { parent, makes: sample };

const java = (name: string, argument = 'a') =>
  `<JavaSampler guiclass="g" testclass="JavaSampler" testname="j"><stringProp name="classname">${name}</stringProp><elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"><elementProp name="a" elementType="Argument"><stringProp name="Argument.name">a</stringProp><stringProp name="Argument.value">${argument}</stringProp></elementProp></collectionProp></elementProp></JavaSampler><hashTree/>`;
const script = (text: string) =>
  `<JSR223PreProcessor guiclass="TestBeanGUI" testclass="JSR223PreProcessor" testname="s"><stringProp name="scriptLanguage">groovy</stringProp><stringProp name="script">${text}</stringProp></JSR223PreProcessor><hashTree/>`;
const classPart = (name: string, parts = {}): ZipPart => ({
  name: `${name}.class`,
  content: makeClass(name, parts),
});

function judge(xml: string, jar?: readonly ZipPart[] | Buffer | 'unread'): [string, string][] {
  const content = Buffer.from(
    `<jmeterTestPlan><hashTree><TestPlan guiclass="TestPlanGui" testname="Plan"/><hashTree><GenericController guiclass="g" testname="C"/><hashTree>${xml}</hashTree></hashTree></hashTree></jmeterTestPlan>`,
  );
  const bytes = Array.isArray(jar) ? makeZip(jar) : jar;
  const jars =
    jar === undefined ? [] : [{ name: 'my.jar', ...(bytes instanceof Buffer && { content: bytes }) }];
  return judgePlan('plan.jmx', [{ name: 'plan.jmx', content }, ...jars], parseOverrideParameters('')).map(
    ({ reason, needs }) => [needs ?? 'blocks', reason],
  );
}

const runsInJvm = (name: string): [string, string] => [
  'java',
  `It has the class ${name}: it runs in a JVM beside Spate's own engine.`,
];
const unproven = (text: string): [string, string] => [
  'blocks',
  `Its class my.${text}, which is not proven in a JVM beside Spate's own engine.`,
];

describe('uploaded jars', () => {
  it('run on the engine when the plan names none of their classes', () => {
    assert.deepEqual(judge('', [classPart('my/Client', { parent: 'org/apache/jmeter/samplers/Gui' })]), []);
  });

  it('need a JVM for the class of a Java Request, present or not', () => {
    assert.deepEqual(judge(java('my.Client'), [classPart('my/Client', client)]), [runsInJvm('my.Client')]);
    assert.deepEqual(judge(java('my.Client')), [runsInJvm('my.Client')]);
    assert.deepEqual(judge(java('my.Client', '${__counter(TRUE,)}'), [classPart('my/Client', client)]), [
      runsInJvm('my.Client'),
    ]);
    assert.deepEqual(judge(java('my.Client', '${__counter(TRUE,)}')), [
      ['blocks', 'Its class my.Client is not in an uploaded .jar file, and it calls functions.'],
      runsInJvm('my.Client'),
    ]);
  });

  it('require Apache JMeter when a class uses unproven parts of JMeter', () => {
    const judged = (parts: object, ...others: ZipPart[]) =>
      judge(java('my.Client'), [classPart('my/Client', { ...client, ...parts }), ...others]).slice(0, -1);
    assert.deepEqual(judged({ members: [[sample, 'setSampleCount']] }), [
      unproven('Client uses org.apache.jmeter.samplers.SampleResult.setSampleCount'),
    ]);
    assert.deepEqual(judged({ members: [['my/Client', 'getNewLogger']] }), []);
    assert.deepEqual(judged({ members: [['my/Client', 'own']], methods: ['own'] }), []);
    assert.deepEqual(judged({ interfaces: ['org/apache/jmeter/samplers/Interruptible'] }), [
      unproven('Client uses org.apache.jmeter.samplers.Interruptible'),
    ]);
    assert.deepEqual(
      judged({ members: [['my/Result', 'setErrorCount']] }, classPart('my/Result', { parent: sample })),
      [
        unproven('Client uses org.apache.jmeter.samplers.SampleResult.setErrorCount'),
        unproven('Result uses a subclass of org.apache.jmeter.samplers.SampleResult'),
      ],
    );
    assert.deepEqual(
      judged(
        { texts: ['my.Other'] },
        classPart('my/Other', { members: [['org/apache/jmeter/Engine', 'stop']] }),
      ),
      [unproven('Other uses org.apache.jmeter.Engine')],
    );
    assert.deepEqual(judged({ members: [['java/lang/reflect/Field', 'set']] }), [
      unproven('Client uses java.lang.reflect.Field.set'),
    ]);
    assert.deepEqual(judged({ members: [[variables, 'put']] }), []);
    assert.deepEqual(judged({ members: [['java/lang/Thread', 'start']] }), []);
    assert.deepEqual(
      judged({
        members: [
          [variables, 'put'],
          ['java/lang/Thread', 'start'],
        ],
      }),
      [unproven('Client uses its own threads together with variables or properties of JMeter')],
    );
  });

  it('are examined for classes that scripts name', () => {
    const helper = [classPart('my/Helper', { members: [['org/apache/jmeter/JMeter', 'main']] })];
    assert.deepEqual(
      judge(script('new File("x")'), helper).map(([needs]) => needs),
      ['java'],
    );
    assert.deepEqual(
      judge(script('new my.Helper()'), helper)[0],
      unproven('Helper uses org.apache.jmeter.JMeter'),
    );
    assert.deepEqual(
      judge(script('new my.Helper()'), [classPart('my/Helper')]).map(([needs]) => needs),
      ['java'],
    );
  });

  it('require Apache JMeter when they change other plans, or cannot be examined', () => {
    const first = (jar: Parameters<typeof judge>[1]) => judge('', jar)[0]?.[1];
    const only = ', so that only Apache JMeter runs it.';
    assert.equal(
      first([{ name: 'META-INF/groovy/org.codehaus.groovy.runtime.ExtensionModule' }]),
      `my.jar has extension methods for Groovy${only}`,
    );
    assert.equal(
      first([classPart('my/functions/Time', { texts: ['__time'] })]),
      `my.jar may replace the function __time${only}`,
    );
    assert.equal(first([classPart('my/functions/Own', { texts: ['__own'] })]), undefined);
    assert.equal(first('unread'), `my.jar is not examined: it is large, or inside an archive${only}`);
    assert.equal(first(Buffer.from('no zip')), `my.jar cannot be examined: it has no directory${only}`);
    assert.equal(
      judge(java('my.Client'), [{ name: 'my/Client.class', content: 'no class' }])[0]?.[1],
      `my.jar cannot be examined: a file named .class is not a class file${only}`,
    );
  });

  it('require Apache JMeter when a debug element may show objects that a class stores', () => {
    const debug =
      '<DebugSampler guiclass="TestBeanGUI" testclass="DebugSampler" testname="d"><boolProp name="displayJMeterVariables">true</boolProp></DebugSampler><hashTree/>';
    const judged = (member: string) =>
      judge(java('my.Client') + debug, [
        classPart('my/Client', { ...client, members: [[variables, member]] }),
      ]);
    assert.deepEqual(judged('put'), [runsInJvm('my.Client')]);
    assert.deepEqual(judged('putObject'), [
      ['blocks', 'It may show objects of a class that runs in a JVM.'],
      runsInJvm('my.Client'),
    ]);
  });
});
