import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeElements } from './judge-elements.ts';
import { leftToJMeter } from './proven/left-to-jmeter.ts';
import { readJmx } from './read-jmx.ts';

const judge = (xml: string) =>
  judgeElements(
    readJmx(
      'plan.jmx',
      Buffer.from(
        `<jmeterTestPlan><hashTree><TestPlan testname="Plan" enabled="true"/><hashTree>${xml}</hashTree><WorkBench/><hashTree><Odd/><hashTree/></hashTree></hashTree></jmeterTestPlan>`,
      ),
    ).roots,
  );
const simple = (name: string, properties = '', enabled = true) =>
  `<GenericController testclass="GenericController" testname="${name}" enabled="${enabled}">${properties}</GenericController>`;

describe('the judgement of a plan for our own engine', () => {
  it('finds nothing in a plan that has only what is proven, whatever its workbench holds', () => {
    assert.deepEqual(judge(`${simple('a ${__P(x)} ${y}')}<hashTree/>`), []);
  });

  it('names an element, a function and a property with their place', () => {
    assert.deepEqual(
      judge(
        `${simple('S', '<stringProp name="Odd.property">1</stringProp>')}<hashTree><my.plugin.Sampler testname="X"/><hashTree/>${simple('${__groovy((int) 1f)} ${__V(${__jexl2(x)})}')}<hashTree/></hashTree>`,
      ),
      [
        {
          element: 'GenericController',
          place: 'Plan > S',
          reason: "Its property Odd.property is not known to Spate's own engine.",
        },
        {
          element: 'my.plugin.Sampler',
          place: 'Plan > S > X',
          reason: "my.plugin.Sampler is not run by Spate's own engine yet.",
        },
        {
          element: '__groovy',
          place: 'Plan > S > ${__groovy((int) 1f)} ${__V(${__jexl2(x)})}',
          reason: "The function __groovy has the float 1f, which Spate's own engine does not run.",
        },
        {
          element: '__jexl2',
          place: 'Plan > S > ${__groovy((int) 1f)} ${__V(${__jexl2(x)})}',
          reason: "The function __jexl2 is not run by Spate's own engine yet.",
        },
      ],
    );
  });

  it('leaves elements that few plans use to Apache JMeter', () => {
    const elements = Object.entries(leftToJMeter).filter(([kind]) => !kind.endsWith('Client'));
    for (const [kind, title] of elements) {
      assert.deepEqual(
        judge(`<${kind} testname="rare"/><hashTree/>`).filter(({ element }) => element === kind),
        [{ element: kind, place: 'Plan > rare', reason: `${title} runs on Apache JMeter.` }],
        kind,
      );
    }
  });

  it('leaves a Backend Listener for Graphite to Apache JMeter', () => {
    const client = 'org.apache.jmeter.visualizers.backend.graphite.GraphiteBackendListenerClient';
    const listener = `<BackendListener testname="B"><stringProp name="classname">${client}</stringProp><elementProp name="arguments" elementType="Arguments"/></BackendListener><hashTree/>`;
    assert.deepEqual(judge(listener), [
      {
        element: 'BackendListener',
        place: 'Plan > B',
        reason: 'Backend Listener for Graphite runs on Apache JMeter.',
      },
    ]);
  });

  it('does not look at what is disabled, nor below it', () => {
    assert.deepEqual(judge(`${simple('off', '', false)}<hashTree><Odd/><hashTree/></hashTree>`), []);
  });

  it('takes no value that is not proven', () => {
    const loop =
      '<LoopController testname="L"><stringProp name="LoopController.continue_forever">${x}</stringProp></LoopController><hashTree/>';
    assert.match(judge(loop)[0]?.reason ?? '', /continue_forever is "\$\{x\}"; only true or false is run/);
  });

  it('takes no element that lacks what JMeter cannot do without', () => {
    assert.deepEqual(
      judge('<JSONPathAssertion testname="A"/><hashTree/>').map(({ reason }) => reason),
      ['Its property JSON_PATH is missing.'],
    );
  });

  it('does not take a class of a plugin for the one of JMeter that has the same name', () => {
    assert.equal(judge('<com.example.LoopController testname="L"/><hashTree/>').length, 1);
    assert.equal(judge('<org.apache.jmeter.control.LoopController testname="L"/><hashTree/>').length, 0);
  });

  it('says so when a call is broken or has too many arguments', () => {
    assert.match(judge(`${simple('${__P(x)y}')}<hashTree/>`)[0]?.reason ?? '', /^Expected } after __P/);
    assert.match(judge(`${simple('${__P(x,y,z)}')}<hashTree/>`)[0]?.reason ?? '', /has 3 arguments/);
  });

  it('reports thread groups that JMeter finds and our engine does not', () => {
    const group =
      '<ThreadGroup testname="G"><elementProp name="ThreadGroup.main_controller" elementType="LoopController"/></ThreadGroup><hashTree/>';
    const judged = judgeElements(
      readJmx(
        'plan.jmx',
        Buffer.from(
          `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree><GenericController testname="C"/><hashTree>${group}</hashTree></hashTree><WorkBench testname="W"/><hashTree>${group}</hashTree></hashTree></jmeterTestPlan>`,
        ),
      ).roots,
    );
    assert.deepEqual(
      judged.map(({ place, reason }) => `${place}: ${reason}`),
      ['Plan > C > G: It is not in the test plan itself.', 'W > G: JMeter applies it even in the WorkBench.'],
    );
  });

  it('reports functions that need a user before any user exists', () => {
    const variable = (value: string) =>
      `<Arguments guiclass="ArgumentsPanel" testname="V"><collectionProp name="Arguments.arguments"><elementProp name="a" elementType="Argument"><stringProp name="Argument.value">${value}</stringProp></elementProp></collectionProp></Arguments><hashTree/>`;
    assert.equal(judge(variable('${__threadNum}')).length, 1);
    assert.equal(judge(variable('${__jexl3(threadName)}')).length, 1);
    assert.deepEqual(judge(variable('${__V(x)} threadName')), []);
  });

  const script = (kind: string, source: string) =>
    `<${kind} guiclass="TestBeanGUI" testclass="${kind}" testname="${kind}" enabled="true"><stringProp name="scriptLanguage">groovy</stringProp><stringProp name="script">${source}</stringProp></${kind}><hashTree/>`;
  const summary = (xml: string) =>
    judge(xml).map(({ place, reason, needs }) => [place.replace('Plan > ', ''), needs ?? 'blocks', reason]);

  it('needs Java for scripts outside of the subset, and for those that share values with them', () => {
    const file = script('JSR223PreProcessor', "vars.put('a', new File('x').text)");
    const shared = script('JSR223PostProcessor', "props.put('a', 'b')");
    const own = script('JSR223Timer', '100');
    assert.deepEqual(summary(shared + own), []);
    assert.deepEqual(summary(file + shared + own), [
      [
        'JSR223PreProcessor',
        'java',
        "Its script has new File(…): it runs in a JVM beside Spate's own engine.",
      ],
      [
        'JSR223PostProcessor',
        'java',
        "Its script has values that it shares with another script in the JVM: it runs in a JVM beside Spate's own engine.",
      ],
    ]);
  });

  it('blocks elements with an effect in samplers that JMeter no longer has', () => {
    const soap = (inner: string) =>
      `<SoapSampler guiclass="SoapSamplerGui" testclass="SoapSampler" testname="SOAP" enabled="true"><stringProp name="SoapSampler.URL_DATA">\${__unknown()}</stringProp></SoapSampler><hashTree>${inner}</hashTree>`;
    const inner = (kind: string, property = '') =>
      `<${kind} guiclass="${kind}Gui" testclass="${kind}" testname="${kind}" enabled="true">${property}</${kind}><hashTree/>`;
    const found = (xml: string) =>
      summary(xml)
        .filter(([, , reason]) => /no longer has|of SoapSampler/.test(reason ?? ''))
        .map(([place]) => place);
    assert.deepEqual(summary(soap('')), []);
    assert.deepEqual(found(soap(inner('DurationAssertion'))), []);
    assert.deepEqual(found(soap(inner('ResultSaver'))), ['SOAP > ResultSaver']);
    const shown = '<boolProp name="displaySamplerProperties">true</boolProp>';
    assert.deepEqual(found(soap('') + inner('DebugSampler', shown)), ['DebugSampler']);
  });

  it('blocks Flexible File Writers of one file', () => {
    const writer = (file: string) =>
      `<kg.apc.jmeter.reporters.FlexibleFileWriter guiclass="kg.apc.jmeter.reporters.FlexibleFileWriterGui" testclass="kg.apc.jmeter.reporters.FlexibleFileWriter" testname="W" enabled="true"><stringProp name="filename">${file}</stringProp><stringProp name="columns">sampleLabel|\\n</stringProp></kg.apc.jmeter.reporters.FlexibleFileWriter><hashTree/>`;
    assert.deepEqual(summary(writer('a') + writer('b')), []);
    assert.deepEqual(summary(writer('a') + writer('a')), [
      ['W', 'blocks', 'Another Flexible File Writer has the same file.'],
    ]);
  });

  it('needs Java for documents that JMeter itself reads, and blocks what does not work together with them', () => {
    const xpath = (kind: string, property: string, query: string) =>
      `<${kind} guiclass="${kind}Gui" testclass="${kind}" testname="${kind}" enabled="true"><stringProp name="${query}">//a</stringProp><boolProp name="${property}">true</boolProp></${kind}><hashTree/>`;
    const extractor = xpath('XPathExtractor', 'XPathExtractor.tolerant', 'XPathExtractor.xpathQuery');
    const tolerant = xpath('XPathAssertion', 'XPath.tolerant', 'XPath.xpath');
    const beside = "it runs in a JVM beside Spate's own engine.";
    assert.deepEqual(summary(extractor), [
      ['XPathExtractor', 'java', `It reads documents with the tolerant parser: ${beside}`],
    ]);
    const transaction = `<TransactionController testclass="TransactionController" testname="T" enabled="true"/>`;
    assert.deepEqual(summary(`${extractor}${transaction}<hashTree/>`).length, 1);
    assert.deepEqual(summary(`${tolerant}${transaction}<hashTree/>`), [
      ['XPathAssertion', 'java', `It reads documents with the tolerant parser: ${beside}`],
      ['T', 'blocks', 'Assertions that read documents in a JVM may check its samples.'],
    ]);
    const validating = xpath('XPathAssertion', 'XPath.validate', 'XPath.xpath');
    assert.deepEqual(summary(validating), [
      ['XPathAssertion', 'java', `It reads DTDs of documents: ${beside}`],
    ]);
  });

  it('blocks what does not work together with scripts in a JVM', () => {
    const blocked = (xml: string) => summary(xml).filter(([, needs]) => needs === 'blocks');
    const file = script('JSR223PreProcessor', "vars.put('a', new File('x').text)");
    assert.deepEqual(blocked(file + script('JSR223Listener', "props.put('a', 'b')")), [
      ['JSR223Listener', 'blocks', 'It may use values of scripts that run in a JVM.'],
    ]);
    assert.deepEqual(blocked(script('JSR223Sampler', 'sampler.setThreadName(ctx.engine)')), [
      [
        'JSR223Sampler',
        'blocks',
        "Its property script has sampler.setThreadName, which Spate's own engine does not run.",
      ],
    ]);
    const named = (xml: string, name: string) => xml.replace(/testname="[^"]*"/, `testname="${name}"`);
    const late = (source: string, name: string) =>
      blocked(
        script('JSR223PreProcessor', `new File(sampler.name)${source}`) +
          named(script('JSR223Sampler', '1'), name),
      );
    const reason = 'Its script runs in a JVM and may read the name of a sampler with variables or functions.';
    assert.deepEqual(late('; vars.get("a")', 'n'), []);
    assert.deepEqual(late('', '${n}'), []);
    assert.deepEqual(late('; vars.get("a")', '${n}'), [['JSR223PreProcessor', 'blocks', reason]]);
    assert.deepEqual(late('', '${__UUID}'), [['JSR223PreProcessor', 'blocks', reason]]);
    assert.deepEqual(blocked(named(file, '${__UUID}')), [
      [
        '${__UUID}',
        'blocks',
        'It runs in a JVM, and its name has functions, which JMeter evaluates several times.',
      ],
    ]);
    const assertion = script('JSR223Assertion', "assert vars.get('a') == 'b'");
    const transaction = `<TransactionController testclass="TransactionController" testname="T" enabled="true"/>`;
    assert.deepEqual(blocked(`${assertion}${transaction}<hashTree/>`), [
      ['T', 'blocks', 'Assertions whose scripts run in a JVM may check its samples.'],
    ]);
    const sampler = script('DebugSampler', '').replace(/<stringProp.*<\/stringProp>/, '');
    const within = sampler.replace('<hashTree/>', `<hashTree>${assertion}</hashTree>`);
    assert.deepEqual(blocked(`${transaction}<hashTree>${within}</hashTree>`), []);
  });
});
