import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Source } from './find-simulations.ts';
import { modernizeSource } from './modernize.ts';

const modern = (text: string, language: Source['language'] = 'scala', names: string[] = []) =>
  modernizeSource({ name: `Load.${language}`, text, language }, { names });

describe('a script for an older Gatling', () => {
  it('gets expressions converted in plain strings only', () => {
    const cases: [string, string][] = [
      ['get("/a/${id}")', 'get("/a/#{id}")'],
      ['body("""{"a": "${id}", "b": ${n}}""")', 'body("""{"a": "#{id}", "b": #{n}}""")'],
      ['get(s"/a/${id}")', 'get(s"/a/${id}")'],
      ['get(s"/a/$${id}/${x("${y}")}")', 'get(s"/a/#{id}/${x("#{y}")}")'],
      ['get("$${price}")', 'get("${price}")'],
      ['val c = \'"\'; get("${a}")', 'val c = \'"\'; get("#{a}")'],
      ['// "${a}"\n/* "${b}" /* */ */ get("${c}")', '// "${a}"\n/* "${b}" /* */ */ get("#{c}")'],
      ['raw"""${a}""" + """"${b}""""', 'raw"""${a}""" + """"#{b}""""'],
      ['regex("\\\\$\\\\{x")', 'regex("\\\\$\\\\{x")'],
    ];
    for (const [before, after] of cases) {
      assert.equal(modern(before).text, after);
    }
    assert.equal(modern('get("${id}");', 'java').text, 'get("#{id}");');
  });

  it('reports where expressions were converted', () => {
    assert.match(modern('a\nget("${id}")\nget("${id}")').remarks.join(' '), /Load\.scala, line 2, 3:/);
    assert.deepEqual(modern('get("#{id}")').remarks, []);
  });

  it('loses its stub of the object flood, with line numbers preserved', () => {
    const source = 'import a\nobject flood {\n  val httpConfigFlood = http // }\n}\nclass A';
    assert.equal(modern(source).text, 'import a\n\n\n\nclass A');
  });

  it('gets the old names by an import on an existing line, unless it imports flood', () => {
    const source = 'import io.gatling.http.Predef._\nval a = http.baseURL("x")';
    const added = modern(source).text;
    assert.equal(added.split('\n').length, 2);
    assert.match(added, /Predef\._; import _root_\.spate\.gatling\.OldSyntax\._/);
    const flood = `import flood._\n${source}`;
    assert.equal(modern(flood).text, flood);
    const today = 'import io.gatling.http.Predef._\nval a = http.baseUrl("x")';
    assert.equal(modern(today).text, today);
  });

  it('finds its data at the uploaded path, and its folders at the current ones', () => {
    const { text, remarks } = modern('csv("C:\\\\data\\\\users.csv"); csv("/tmp/users.csv")', 'scala', [
      'users.csv',
    ]);
    assert.equal(text.split('users.csv').length, 3);
    assert.match(text, /csv\("users\.csv"\)$/);
    assert.ok(remarks.length > 0);
    const source: Source = {
      name: 'Load.java',
      language: 'java',
      text: 'csv("/data/flood/files/a.csv"); dir("/data/flood/results"); "/data/flood/filesystem"',
    };
    const moved = modernizeSource(source, { names: ['a.csv'], paths: { files: '/f', results: '/r' } });
    assert.equal(moved.text, 'csv("/f/a.csv"); dir("/r"); "/data/flood/filesystem"');
  });
});
