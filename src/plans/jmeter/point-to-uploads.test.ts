import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentsOf } from '../../jmx/plan-contents.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { constantNames } from './constant-names.ts';
import { pointToUploads } from './point-to-uploads.ts';

const plan = (path: string) =>
  `<?xml version="1.0"?>\r\n<jmeterTestPlan><hashTree><TestPlan guiclass="g"/><hashTree><CSVDataSet guiclass="g" testname="Ü">\n\t<stringProp name="filename">${path}</stringProp></CSVDataSet><hashTree/><ResultCollector guiclass="g"><stringProp name="filename">out.jtl</stringProp></ResultCollector><hashTree/></hashTree></hashTree></jmeterTestPlan>`;
const changed = (path: string, uploaded: string[], isFilesPathThere = true) => {
  const content = new TextEncoder().encode(plan(path));
  const contents = contentsOf(readJmx('p.jmx', content));
  const result = pointToUploads(content, contents, uploaded, isFilesPathThere, constantNames([contents]));
  return result && new TextDecoder().decode(result);
};

describe('pointing a plan to the uploaded files', () => {
  it('changes only the name of the file', () => {
    assert.equal(changed('C:\\a &amp; b\\Daten ü.csv', ['x &lt;.csv', 'Daten ü.csv']), plan('Daten ü.csv'));
    assert.equal(changed('/home/me/R&#38;D.csv', ['sub/R&D.csv']), plan('sub/R&amp;D.csv'));
  });

  it('does not change a plan that finds its files', () => {
    assert.equal(changed('users.csv', ['users.csv']), undefined);
    assert.equal(changed('/data/flood/files/users.csv', ['users.csv']), undefined);
    assert.equal(changed('${dir}/users.csv', ['users.csv']), undefined);
    assert.equal(changed('/home/me/lost.csv', ['users.csv']), undefined);
  });

  describe('with names made of variables', () => {
    const variables = (values: Record<string, string>) =>
      Object.entries(values)
        .map(
          ([name, value]) =>
            `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`,
        )
        .join('');
    const whole = (path: string, values: Record<string, string>, more = '') =>
      plan(path).replace(
        '<CSVDataSet',
        `<Arguments guiclass="g"><collectionProp name="Arguments.arguments">${variables(values)}</collectionProp></Arguments><hashTree/>${more}<CSVDataSet`,
      );
    const point = (
      content: string,
      properties: Record<string, string> = {},
      uploaded = ['data.csv', 'sub/x.csv'],
    ) => {
      const bytes = new TextEncoder().encode(content);
      const contents = contentsOf(readJmx('p.jmx', bytes));
      const resolve = constantNames([contents], new Map(Object.entries(properties)));
      const result = pointToUploads(bytes, contents, uploaded, true, resolve);
      return result && /filename">([^<]*)/.exec(new TextDecoder().decode(result))?.[1];
    };
    const script = (text: string) =>
      `<JSR223Sampler guiclass="g"><stringProp name="script">${text}</stringProp></JSR223Sampler><hashTree/>`;

    it('resolves names composed of constants', () => {
      assert.equal(point(whole('${dir}/data.csv', { dir: 'C:\\tmp\\x' })), 'data.csv');
      assert.equal(point(whole('${dir}/${sub}\\x.csv', { dir: '/home/me', sub: 'a' })), 'sub/x.csv');
      assert.equal(point(whole('${file}', { dir: '/home/me', file: '${dir}/data.csv' })), 'data.csv');
      assert.equal(point(whole('${__P(dir,/home/me)}/data.csv', {})), 'data.csv');
      assert.equal(
        point(whole('${__property(dir)}/${__P(file,x.csv)}', {}), { dir: '/a', file: 'data.csv' }),
        'data.csv',
      );
    });

    it('does not change existing and unknown files, and names that may change at run time', () => {
      assert.equal(point(whole('${dir}/data.csv', { dir: '.' })), undefined);
      assert.equal(point(whole('${dir}/data.csv', { dir: '/data/flood/files' })), undefined);
      assert.equal(point(whole('${dir}/lost.csv', { dir: 'C:\\tmp' })), undefined);
      assert.equal(point(whole('${dir}/data${__threadNum}.csv', { dir: 'C:\\tmp' })), undefined);
      assert.equal(point(whole('${other}/data.csv', { dir: 'C:\\tmp' })), undefined);
      assert.equal(point(whole('${__P(dir)}/data.csv', {})), undefined);
      const twice = `<Arguments guiclass="g"><collectionProp name="a">${variables({ dir: '/b' })}</collectionProp></Arguments><hashTree/>`;
      assert.equal(point(whole('${dir}/data.csv', { dir: '/a' }, twice)), undefined);
      const file = { file: 'C:\\tmp\\data.csv' };
      assert.equal(point(whole('${file}', file, script('vars.put("file", "b.csv")'))), undefined);
      assert.equal(point(whole('${file}', file, script('log.info("${file}", profile)'))), 'data.csv');
    });

    it('does not change a folder that may change at run time, however many folders it shares with others', () => {
      const regions = ['eu/users.csv', 'us/users.csv'];
      const put = script('vars.put("region", "us")');
      for (const uploaded of [regions, ['eu/users.csv']]) {
        assert.equal(point(whole('${region}/users.csv', { region: 'local' }, put), {}, uploaded), undefined);
        assert.equal(point(whole('${region}/users.csv', { region: 'eu' }, put), {}, uploaded), undefined);
        const inOther = { region: 'x', file: '${region}/users.csv' };
        assert.equal(point(whole('${file}', inOther, put), {}, uploaded), undefined);
      }
      const tenants =
        '<CSVDataSet guiclass="g"><stringProp name="filename">t.csv</stringProp><stringProp name="variableNames">tenant,x</stringProp></CSVDataSet><hashTree/>';
      const byTenant = whole('data/${tenant}/users.csv', { tenant: 'x' }, tenants);
      assert.equal(point(byTenant, {}, ['t.csv', 'data/a/users.csv']), undefined);
    });

    it('selects the file that shares most folders, and none in a tie', () => {
      const uploaded = ['a/users.csv', 'b/users.csv', 'old/B/users.csv'];
      const dir = { dir: '/home/me' };
      assert.equal(point(whole('${dir}/a/users.csv', dir), {}, uploaded), 'a/users.csv');
      assert.equal(point(whole('${dir}\\b\\users.csv', dir), {}, uploaded), 'b/users.csv');
      assert.equal(point(whole('${dir}/old/b/Users.csv', dir), {}, uploaded), 'old/B/users.csv');
      assert.equal(point(whole('${dir}/c/users.csv', dir), {}, uploaded), undefined);
      assert.equal(point(whole('${dir}/B/Users.csv', dir), {}, uploaded), 'b/users.csv');
      const rooted = ['users.csv', 'old/users.csv'];
      assert.equal(point(whole('${dir}/users.csv', dir), {}, rooted), 'users.csv');
      assert.equal(point(whole('${__P(region,local)}/users.csv', {}), {}, uploaded), undefined);
    });

    it('distinguishes assigned names from read names and parts of other names', () => {
      const at = (text: string, dir = 'dir') =>
        point(whole(`\${${dir}}/data.csv`, { [dir]: '/home/me' }, script(text)));
      for (const text of [
        '${dir} ${dir}',
        '${__P(dir)} ${__property( dir , x)}',
        'mydir dir2 my.dir ${dirs}',
      ]) {
        assert.equal(at(text), 'data.csv', text);
      }
      for (const text of ['dir', '"dir"', 'dir.x', '${dir', 'P(dir)', '${__P(dir', '${__V(dir)}', '-dir-']) {
        assert.equal(at(text), undefined, text);
      }
      assert.equal(at('a.b.c a.b. x', 'a.b'), undefined);
      assert.equal(at('a.bc x.a.b a b', 'a.b'), 'data.csv');
      assert.equal(at('data dir', 'data-dir'), 'data.csv');
      assert.equal(at('put(data-dir)', 'data-dir'), undefined);
    });

    it('takes linear time for many names in long texts, and for variables that refer to each other', () => {
      const values = Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [`name${index}`, `/home/me/${index}.csv`]),
      );
      const content = new TextEncoder().encode(whole('x', values, script('y name x\n'.repeat(200_000))));
      const resolve = constantNames([contentsOf(readJmx('p.jmx', content))]);
      const startedAt = process.cpuUsage();
      for (const [name, path] of Object.entries(values)) {
        assert.deepEqual(resolve(`\${${name}}`), { path });
      }
      const nested = whole('${a}/data.csv', {
        a: '${b}'.repeat(2000),
        b: '${c}'.repeat(2000),
        c: '${d}'.repeat(2000),
        d: '',
      });
      assert.equal(point(nested), 'data.csv');
      // A separate search for each name takes a minute.
      assert.ok(process.cpuUsage(startedAt).user < 10_000_000);
    });

    it('does not resolve values that depend on the node', () => {
      const path = whole('data/${__P(node_index)}/users.csv', {});
      const uploaded = ['data/0/users.csv', 'data/1/users.csv'];
      assert.equal(point(path, { node_index: '1' }, uploaded), undefined);
      assert.equal(point(path, { node_index: '2' }, uploaded), undefined);
      assert.equal(point(path, { node_index: '2' }, ['data/0/users.csv']), undefined);
      const far = whole('${file}', { file: '/home/me/${__P(node_index,0)}/users.csv' });
      assert.equal(point(far, { node_index: '1' }, ['0/users.csv', '1/users.csv']), '1/users.csv');
      assert.equal(point(far, { node_index: '1' }, ['0/users.csv']), undefined);
      assert.equal(point(far, {}, ['users.csv']), undefined);
      const numbered = whole('/home/me/users${__P(node_index)}.csv', {});
      assert.equal(point(numbered, { node_index: '1' }, ['users1.csv']), 'users1.csv');
    });
  });

  it('makes the old absolute path relative where that folder does not exist', () => {
    assert.equal(changed('/data/flood/files/users.csv', ['users.csv'], false), plan('users.csv'));
  });
});
