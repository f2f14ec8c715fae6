import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { runChild } from '../../lib/child-process.ts';
import { parseProperties } from './java-properties.ts';

const file = Buffer.from(
  [
    '# a comment \\',
    '  ! another',
    'plain=value ',
    '  \tindented : of a colon',
    'blank by a blank',
    'tab\tand = signs=kept:all',
    'two = = signs',
    'a\\ b\\:c\\=d = escaped name',
    'long = one, \\',
    '   two, \\',
    '\t# no comment',
    'even = ends in \\\\',
    'odd = \\',
    '',
    'after = blank line',
    'letters = \\t\\n\\r\\f\\q\\\\ \\u00fc\\u20AC\\"',
    'latin = \xfc',
    'utf8 = \xc3\xbc',
    'empty =',
    'alone',
    '= nameless',
    'twice = 1',
    'twice = 2',
    'carriage=return\rnext=line\r\nlast = cut \\',
  ].join('\n'),
  'latin1',
);

it('reads the same properties as Java', { skip: needs('java') }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-properties-'));
  try {
    await writeFile(join(folder, 'p.properties'), file);
    await writeFile(
      join(folder, 'Show.java'),
      `public class Show { public static void main(String[] a) throws Exception {
         var p = new java.util.Properties(); p.load(new java.io.FileInputStream(a[0]));
         var e = java.util.Base64.getEncoder();
         for (String k : p.stringPropertyNames()) System.out.println(e.encodeToString(k.getBytes("UTF-8")) + " " + e.encodeToString(p.getProperty(k).getBytes("UTF-8"))); } }`,
    );
    const args = [join(folder, 'Show.java'), join(folder, 'p.properties')];
    const { lines, code } = await runChild('java', args, { env: { PATH: process.env.PATH ?? '' } });
    assert.equal(code, 0, lines.join('\n'));
    const decode = (text = '') => Buffer.from(text, 'base64').toString('utf8');
    const words = lines.map((line) => line.split(' '));
    const expected = Object.fromEntries(words.map(([name, value]) => [decode(name), decode(value)]));
    assert.equal(expected.long, 'one, two, # no comment');
    assert.deepEqual(Object.fromEntries(parseProperties(file).properties), expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('names the property with an escape that Java rejects', () => {
  const malformed = (text: string) => parseProperties(Buffer.from(text)).malformed;
  assert.equal(malformed('a=\\u00fc\nb=C:\\users\n'), 'b');
  assert.equal(malformed('a\\u12=1'), 'a\\u12');
  assert.equal(malformed('a=C:\\\\users \\u00e4\\\\u'), undefined);
});

it('reads a line of very many backslashes in linear time', { timeout: 60_000 }, () => {
  const slashes = '\\'.repeat(400_000);
  const { properties } = parseProperties(Buffer.from(`a=${slashes}x\nb=${slashes}`));
  assert.deepEqual(
    [...properties].map(([name, value]) => [name, value.length]),
    [
      ['a', 200_001],
      ['b', 200_000],
    ],
  );
});
