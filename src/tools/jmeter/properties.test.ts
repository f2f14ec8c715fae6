import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { runChild } from '../../lib/child-process.ts';
import { parseOverrideParameters } from '../../plans/override-parameters.ts';
import { makeExecution } from '../execution.fixture.ts';
import { formatArguments } from '../jvm/argument-file.ts';
import { JavaFinder } from '../jvm/java.ts';
import { createJmeter } from './jmeter.ts';
import { formatProperties, planProperties } from './properties.ts';

const tricky = [
  ' leading blank',
  'trailing \\',
  'a=b:c#d!e',
  'tab\tnew\nline\r',
  'ü € 日本 😀',
  '"quoted" \'single\' $HOME `x`',
  '@file',
  '',
  '#comment',
];

it('writes properties and arguments that Java reads unchanged', { skip: needs('java') }, async () => {
  const java = await new JavaFinder().find();
  assert.ok(java);
  const folder = await mkdtemp(join(tmpdir(), 'spate-java-'));
  try {
    const properties = new Map(tricky.map((text, index) => [`${text} key${index}`, text]));
    await writeFile(join(folder, 'p.properties'), formatProperties(properties));
    await writeFile(
      join(folder, 'args'),
      formatArguments(tricky.map((text, index) => `-Dvalue.${index}=${text}`)),
    );
    await writeFile(
      join(folder, 'Show.java'),
      `import java.util.*; import java.io.*; public class Show { public static void main(String[] a) throws Exception {
         Properties p = new Properties(); p.load(new FileInputStream(a[0]));
         Base64.Encoder e = Base64.getEncoder();
         for (String k : p.stringPropertyNames()) System.out.println("p " + e.encodeToString(k.getBytes("UTF-8")) + " " + e.encodeToString(p.getProperty(k).getBytes("UTF-8")));
         for (int i = 0; i < ${tricky.length}; i++) System.out.println("d " + i + " " + e.encodeToString(System.getProperty("value." + i).getBytes("UTF-8"))); } }`,
    );
    const args = [
      `@${join(folder, 'args')}`,
      '-Dsun.jnu.encoding=UTF-8',
      join(folder, 'Show.java'),
      join(folder, 'p.properties'),
    ];
    const { lines, code } = await runChild(java.path, args, { env: { LANG: 'C.UTF-8' } });
    assert.equal(code, 0, lines.join('\n'));
    const decode = (text = '') => Buffer.from(text, 'base64').toString('utf8');
    const words = lines.map((line) => line.split(' '));
    const read = new Map(
      words.filter(([kind]) => kind === 'p').map(([, name, value]) => [decode(name), decode(value)]),
    );
    assert.deepEqual(new Map([...read].sort()), new Map([...properties].sort()));
    assert.deepEqual(
      words.filter(([kind]) => kind === 'd').map(([, , value]) => decode(value)),
      tricky,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('uploaded properties files have the lowest precedence', async () => {
  await using execution = await makeExecution(createJmeter(), [], { threads: 3 });
  const properties = planProperties({
    spec: execution.spec,
    uploaded: new Map([
      ['threads', 'u'],
      ['ENV', 'u'],
      ['given', 'u'],
      ['own', ''],
    ]),
    environment: new Map([['ENV', 'e']]),
    overrides: parseOverrideParameters('-Jgiven=o'),
  });
  assert.deepEqual(
    ['threads', 'ENV', 'given', 'own'].map((name) => properties.get(name)),
    ['3', 'e', 'o', ''],
  );
});

it('removes a property that an override sets to an empty value, like JMeter', async () => {
  await using execution = await makeExecution(createJmeter(), []);
  const sources = {
    spec: execution.spec,
    uploaded: new Map(),
    environment: new Map([
      ['KEPT', 'a'],
      ['GONE', 'b'],
    ]),
    overrides: parseOverrideParameters('-JGONE= -JNEW=c'),
  };
  const properties = planProperties(sources);
  assert.equal(properties.get('KEPT'), 'a');
  assert.equal(properties.has('GONE'), false);
  assert.equal(properties.get('NEW'), 'c');
});
