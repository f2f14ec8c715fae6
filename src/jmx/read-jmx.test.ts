import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { readJmx } from './read-jmx.ts';

const jmx = (elements: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<jmeterTestPlan version="1.2"><hashTree><TestPlan guiclass="g" testname="P"/><hashTree>${elements}</hashTree></hashTree></jmeterTestPlan>`;
const group = (attributes: string, properties = '') =>
  `<ThreadGroup guiclass="g" ${attributes}>${properties}</ThreadGroup><hashTree/>`;
const read = (content: string | Uint8Array) =>
  readJmx('plan.jmx', typeof content === 'string' ? new TextEncoder().encode(content) : content);
const firstGroup = (content: string | Uint8Array) => read(content).roots[0]?.children[0];

// The same values are run by Apache JMeter in compile/file-format.differential.ts of the engine.
describe('reading a .jmx file as JMeter does', () => {
  it('enables an element by "true" in any case or by no attribute, and by nothing else', () => {
    for (const [attributes, isEnabled] of [
      ['', true],
      ['enabled="true"', true],
      ['enabled="True"', true],
      ['enabled="false"', false],
      ['enabled="FALSE"', false],
      ['enabled="no"', false],
      ['enabled=""', false],
      ['enabled=" true"', false],
    ] as const) {
      assert.equal(firstGroup(jmx(group(attributes)))?.isEnabled, isEnabled, attributes);
    }
    const disabled = '<boolProp name="TestElement.enabled">false</boolProp>';
    assert.equal(firstGroup(jmx(group('enabled="true"', disabled)))?.isEnabled, false);
  });

  it('reads UTF-8, whatever encoding the file declares', () => {
    const declared = jmx(group('testname="Größe"'), '<?xml version="1.0" encoding="ISO-8859-1"?>');
    assert.equal(firstGroup(declared)?.name, 'Größe');
    assert.equal(firstGroup(Buffer.from(declared, 'latin1'))?.name, 'Gr\ufffd\ufffde');
    assert.equal(firstGroup(`\ufeff${declared.replace('ISO-8859-1', 'unheard-of')}`)?.name, 'Größe');
  });

  it('rejects UTF-16 with the fix', () => {
    for (const encoding of ['utf16le', 'utf-16be'] as const) {
      const bytes = Buffer.from(`\ufeff${jmx(group(''))}`, 'utf16le');
      const content = encoding === 'utf16le' ? bytes : bytes.swap16();
      assert.throws(
        () => read(content),
        /plan\.jmx is UTF-16, which JMeter cannot read\. Save it as UTF-8\./,
      );
    }
  });

  it('keeps control characters, also as references', () => {
    assert.equal(firstGroup(jmx(group('testname="a&#x1;\u0002b&#11;"')))?.name, 'a\u0001\u0002b\u000b');
  });

  it('stops where the outer tree ends, whatever follows', () => {
    const whole = jmx(group('testname="a"'));
    const tree = whole.slice(0, whole.indexOf('</jmeterTestPlan>'));
    for (const end of ['', '</jmeterTestPlan>rubbish & <', '<hashTree/></jmeterTestPlan>', '</wrong>'])
      assert.equal(firstGroup(tree + end)?.name, 'a', end);
    assert.throws(() => read(tree.replace('</hashTree></hashTree>', '</hashTree>')), /is not valid XML/);
  });

  it('rejects an integer property without an integer, which JMeter cannot read', () => {
    const users = (text: string, tag = 'intProp') =>
      jmx(group('', `<${tag} name="ThreadGroup.num_threads">${text}</${tag}>`));
    for (const text of ['5', '+5', '-2147483648', '007']) assert.ok(firstGroup(users(text)), text);
    for (const text of ['${users}', '', ' 5', '2147483648', '1.0', '_CALL_S'])
      assert.throws(
        () => read(users(text)),
        /<intProp name="ThreadGroup.num_threads"> is ".*not a whole number/,
      );
    assert.ok(firstGroup(users('2147483648', 'longProp')));
    assert.ok(firstGroup(users('${users}', 'stringProp')));
  });

  it('rejects a decimal property without a number, which JMeter cannot read', () => {
    const rate = (text: string) =>
      jmx(
        group(
          '',
          `<doubleProp><name>throughput</name><value>${text}</value><savedValue>0.0</savedValue></doubleProp>`,
        ),
      );
    for (const text of ['60', '6.0E7', ' .5 ', '-1.', 'NaN', '1d']) assert.ok(firstGroup(rate(text)), text);
    for (const text of ['_CALL_S', '', '${rate}', '1,5'])
      assert.throws(() => read(rate(text)), /<doubleProp> throughput is ".*not a number/, text);
    const float = jmx(group('', '<floatProp name="ThroughputController.percentThroughput">5.0</floatProp>'));
    assert.throws(() => read(float), /no property type <floatProp>/);
  });

  it('rejects a property with a field that its class does not have, which JMeter cannot read', () => {
    const saved = (tag: string) =>
      jmx(group('', `<objProp><${tag}>saveConfig</${tag}><value class="A"/></objProp>`));
    assert.ok(firstGroup(saved('name')));
    assert.throws(() => read(saved('n')), /<objProp> has no field <n>/);
  });

  it('accepts a plain DOCTYPE and rejects entities and external DTDs', () => {
    const withDoctype = (doctype: string) => jmx(group('')).replace('?>', `?>${doctype}`);
    assert.ok(firstGroup(withDoctype('<!DOCTYPE jmeterTestPlan>')));
    assert.throws(() => read(withDoctype('<!DOCTYPE x [<!ENTITY a "b">]>')), /declares XML entities/);
    assert.throws(() => read(withDoctype('<!DOCTYPE x SYSTEM "http://x/y">')), /external DTD/);
  });

  it('names the line of an XML error', () => {
    assert.throws(
      () => read('<jmeterTestPlan>\n<hashTree></jmeterTestPlan>'),
      (error: unknown) =>
        error instanceof AppError && /^plan\.jmx is not valid XML: line 2, /.test(error.message),
    );
  });

  it('lists the classes that JMeter must find, of disabled elements and of properties too', () => {
    const inner =
      '<elementProp name="a" elementType="LoopController"/><elementProp name="a" elementType="org.acme.My__Loop_-Inner"/>';
    assert.deepEqual(read(jmx(group('enabled="false"', inner))).classNames, [
      'TestPlan',
      'ThreadGroup',
      'LoopController',
      'org.acme.My_Loop$Inner',
    ]);
  });

  it('takes names of JavaScript objects for names', () => {
    const element =
      '<constructor guiclass="g"><stringProp name="toString">x</stringProp></constructor><hashTree/>';
    const [first] = read(jmx(element)).roots[0]?.children ?? [];
    assert.deepEqual([first?.kind, first?.properties.get('toString')], ['constructor', 'x']);
  });

  it('parses the same content once', () => {
    const content = new TextEncoder().encode(jmx(group('')));
    assert.equal(readJmx('plan.jmx', content), readJmx('plan.jmx', content));
  });
});
