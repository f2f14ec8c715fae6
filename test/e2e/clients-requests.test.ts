import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

// Requests of clients of the original, and the fields they read. The runs wait on hosted grids without
// nodes, so that only the API is tested.
let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service?.close());

const jmx = plan({ port: 9, loops: '1' });
const basic = () => ({ authorization: `Basic ${btoa(`${service.token}:`)}` });

interface Asked {
  status: number;
  body: Json;
}

/** Sends pairs as a multipart form; a value of [name, content] is a file. */
async function post(path: string, pairs: [string, string | [string, string]][], headers = basic()) {
  const form = new FormData();
  for (const [key, value] of pairs) {
    if (typeof value === 'string') form.append(key, value);
    else form.append(key, new Blob([value[1]]), value[0]);
  }
  return asked(await fetch(service.url + path, { method: 'POST', headers, body: form }));
}

async function asked(answer: Response): Promise<Asked> {
  return { status: answer.status, body: (await answer.json()) as Json };
}

function hosted(region: string): [string, string][] {
  return [
    ['flood[grids][][infrastructure]', 'hosted'],
    ['flood[grids][][region]', region],
    ['flood[grids][][stop_after]', '16.0'],
  ];
}

async function hostedGrid(region: string): Promise<Json> {
  const { status, body } = await post('/api/grids', [
    ['grid[infrastructure]', 'hosted'],
    ['grid[region]', region],
    ['grid[stop_after]', '60'],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

/** Reads a run like floodio-python, which throws on a missing key. */
function readAsPython(run: Json): { id: string; status: string } {
  for (const key of ['status', '_embedded', '_links', 'started', 'stopped', 'uuid'])
    assert.ok(key in run, `a run without ${key}`);
  assert.ok(Array.isArray(run._embedded.grids));
  for (const grid of run._embedded.grids) assert.match(grid._links.self.href, /^\/api\/grids\//);
  assert.ok(Array.isArray(run._embedded.flood_files));
  assert.equal(run._links.self.href, `/api/floods/${run.uuid}`);
  return { id: run.uuid, status: run.status };
}

test('ruby-jmeter: token in the query, files by index, every option again at the top, exactly 201', async () => {
  const grid = await hostedGrid('ruby');
  const { status, body } = await post(
    `/floods?auth_token=${service.token}`,
    [
      ['flood[tool]', 'jmeter'],
      ['flood[privacy_flag]', 'private'],
      ['flood[name]', 'Ruby'],
      ['flood[project]', 'Ruby project'],
      ['flood[threads]', '10'],
      ['flood_files[file]', ['ruby-jmeter20260101-1-abc.jmx', jmx]],
      ['flood_files[0]', ['a.csv', 'a\n']],
      ['flood_files[1]', ['b.csv', 'b\n']],
      ['region', 'us-west-2'],
      ['content_type', 'application/octet-stream'],
      ['grid', grid.uuid],
      ['name', 'Ruby'],
      ['project', 'Ruby project'],
      ['privacy', 'private'],
      ['threads', '10'],
      ['files[]', '/home/ann/a.csv'],
      ['debug', 'false'],
      ['endpoint', service.url],
    ],
    {} as ReturnType<typeof basic>,
  );
  assert.equal(status, 201, JSON.stringify(body));
  assert.match(body.permalink, new RegExp(`^${service.url}/.*${body.uuid}$`));
  assert.deepEqual(
    body._embedded.grids.map((each: Json) => each.uuid),
    [grid.uuid],
  );
  assert.deepEqual(body._embedded.files.map((file: Json) => file.name).sort(), [
    'a.csv',
    'b.csv',
    'ruby-jmeter20260101-1-abc.jmx',
  ]);
  const failed = await post(`/floods?auth_token=${service.token}`, [['flood[tool]', 'jmeter']]);
  assert.equal(failed.status, 422);
  assert.match(failed.body.error, /^flood_files is required/);
});

test('floodio-python: create, repeat, stop and list return the keys it reads, and next links all pages', async () => {
  const grids = [await hostedGrid('python-1'), await hostedGrid('python-2')];
  const made = await post('/api/floods', [
    ['flood[tool]', 'jmeter-2.13'],
    ['flood[privacy]', 'public'],
    ['flood[name]', 'Python'],
    ['flood[notes]', ''],
    ['flood[threads]', '10'],
    ['flood[rampup]', '60'],
    ['flood[duration]', '120'],
    ['flood[tag_list]', 'a,b'],
    ['flood[override_hosts]', ''],
    ['flood[override_parameters]', ''],
    ['flood[grids][][uuid]', grids[0].uuid],
    ['flood[grids][][uuid]', grids[1].uuid],
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body.tool, 'jmeter-2.13');
  assert.deepEqual(
    made.body._embedded.grids.map((grid: Json) => grid.uuid),
    grids.map((grid) => grid.uuid),
  );
  const { id } = readAsPython(made.body);
  assert.equal(readAsPython(await service.json(`/api/floods/${id}`)).status, 'queued');

  const sofar = (await service.json('/api/floods')).total;
  for (let total = sofar; total < 51; total++) {
    const again = readAsPython(await service.json(`/api/floods/${id}/repeat?region=&grid=${grids[0].uuid}`));
    assert.equal(again.status, 'queued');
    assert.notEqual(again.id, id);
  }
  const stopped = readAsPython(await service.json(`/api/floods/${id}/stop`));
  assert.equal(stopped.status, 'finished');

  const ids: string[] = [];
  const created: string[] = [];
  let next: string | undefined = '/api/floods';
  let total = 0;
  while (next !== undefined) {
    const page: Json = await service.json(next);
    for (const run of page._embedded.floods) {
      ids.push(readAsPython(run).id);
      created.push(run.created);
    }
    total = page.total;
    next = page._links.next?.href;
  }
  assert.equal(ids.length, total);
  assert.equal(new Set(ids).size, total);
  assert.ok(total > 50);
  assert.ok(ids.includes(id));
  assert.deepEqual(created, created.toSorted().reverse(), 'newest first');

  const deleted = await asked(await service.fetch(`/api/grids/${grids[1].uuid}`, { method: 'DELETE' }));
  assert.equal(deleted.status, 200);
  assert.ok(deleted.body._links.self.href);
  const missing = await asked(await service.fetch('/api/floods/nope'));
  assert.equal(missing.status, 404);
  assert.match(missing.body.error, /^Sorry, we cannot find that resource\. /);
});

test('fuuids.py lists ids and names in the same order, with a trailing slash', async () => {
  const list = await service.json('/floods/');
  // JSONPath *.floods[*].uuid: any key one level below.
  const uuids = Object.values<Json>(list).flatMap(
    (value) => value?.floods?.map((run: Json) => run.uuid) ?? [],
  );
  const names = Object.values<Json>(list).flatMap(
    (value) => value?.floods?.map((run: Json) => run.name) ?? [],
  );
  assert.equal(uuids.length, Math.min(50, list.total));
  assert.equal(names.length, uuids.length);
});

test('the aws pipeline sends no instance_quantity and no instance_type, and the files last', async () => {
  const { status, body } = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ['flood[project]', 'Pipeline'],
    ...hosted('eu-west-3'),
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.status, 'queued');
  const [grid] = body._embedded.grids;
  assert.match(grid.uuid, /^[0-9A-Za-z]{22}$/);
  assert.deepEqual([grid.instance_quantity, grid.instance_type, grid.stop_after], [1, 'local', 16]);
});

test('frun.py: parameters joined by blanks, a float for stop_after, text data files', async () => {
  const { status, body } = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ['flood[privacy]', 'private'],
    ['flood[project]', 'Default'],
    ['flood[name]', 'frun'],
    ['flood[threads]', '1'],
    ['flood[duration]', '60'],
    ['flood[rampup]', '1'],
    ...hosted('us-east-1'),
    ['flood[override_parameters]', '-Ja=1 -Jb=2'],
    ['flood_files[]', ['users.dat', 'x']],
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.override_parameters, '-Ja=1 -Jb=2');
  assert.equal(body._embedded.grids[0].stop_after, 16);
});

test('the scripts of STA send parameters with commas, one of them without its J', async () => {
  const parameters = '-JadminAppHost=x, -Jprotocol=https, -storageAccountHost=y, -Jport=443,';
  const { status, body } = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ['flood[meta]', ''],
    ['flood[override_parameters]', parameters],
    ...hosted('uk-south-london'),
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body._embedded.grids[0].region, 'uk-south-london');
  assert.ok(body.warnings.some((warning: string) => warning.includes('storageAccountHost')));
});

test('Element CLI: authenticate, projects by id or name, own grids, and a clear error for its tool', async () => {
  const me = await asked(await fetch(`${service.url}/api/users/me`, { headers: basic() }));
  assert.ok(!('error' in me.body) && !('errors' in me.body));
  const wrong = { authorization: `Basic ${btoa('wrong:')}` };
  const refused = await asked(await fetch(`${service.url}/api/users/me`, { headers: wrong }));
  assert.equal(refused.status, 401);
  assert.equal(refused.body.error, 'Not Authenticated');

  await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ['flood[project]', 'Element'],
    ...hosted('x'),
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  const { projects } = (await service.json('/projects'))._embedded;
  const byName = projects.find((project: Json) => project.name === 'Element');
  // Its argument parser turns `use 1` into a number, which is compared with ===.
  assert.equal(typeof byName.id, 'number');
  assert.equal(
    projects.find((project: Json) => project.id === byName.id),
    byName,
  );
  const grids = (await service.json('/grids'))._embedded.grids;
  const own = grids.filter((grid: Json) => grid.infrastructure === 'hosted');
  assert.ok(own.length > 0 && own.length < grids.length);
  for (const grid of own) assert.ok(grid.name && grid.uuid);

  const { status, body } = await post('/floods', [
    ['flood[tool]', 'flood-chrome'],
    ['flood[project]', 'Element'],
    ['flood_files[]', ['test.ts', 'export default () => {}']],
    ['flood[threads]', '1'],
    ['flood[rampup]', '0'],
    ['flood[duration]', '900'],
    ['flood[grids][][infrastructure]', 'demand'],
    ['flood[grids][][instance_quantity]', '1'],
    ['flood[grids][][instance_type]', 'm5.xlarge'],
    ['flood[grids][][region]', 'us-east-1'],
    ['flood[grids][][stop_after]', '15'],
  ]);
  if (status !== 201) {
    assert.equal(status, 422);
    assert.equal(body.code, 'tool_unavailable');
    assert.match(body.error, /flood-chrome/);
    assert.doesNotMatch(body.error, /service-chrome/);
  } else assert.equal(body.tool, 'flood-chrome');
});

test('two new grids in one request, separated by repeated keys, beside existing ones', async () => {
  const there = [await hostedGrid('there-1'), await hostedGrid('there-2')];
  const { status, body } = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ...hosted('eu-west-1'),
    ...hosted('eu-west-2'),
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(
    body._embedded.grids.map((grid: Json) => grid.region),
    ['eu-west-1', 'eu-west-2'],
  );
  assert.equal(body._embedded.results.length, 2);
  for (const grid of body._embedded.grids) assert.equal(grid.batch_id, body.batch_id);

  const onOld = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ...there.map((grid): [string, string] => ['flood[grids][][uuid]', grid.uuid]),
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(onOld.status, 201, JSON.stringify(onOld.body));
  assert.deepEqual(
    onOld.body._embedded.grids.map((grid: Json) => grid.uuid),
    there.map((grid) => grid.uuid),
  );
});

test('a wrong token returns 401 everywhere, an unknown id 404, both as JSON with a message', async () => {
  const id = '0'.repeat(22);
  const paths = [
    `/floods/${id}`,
    `/floods/${id}/report`,
    `/floods/${id}/result.csv`,
    `/floods/${id}/results`,
    `/floods/${id}/result`,
    `/floods/${id}/archives`,
    `/floods/${id}/stop`,
    `/floods/${id}/repeat`,
    `/grids/${id}`,
  ];
  for (const path of paths) {
    const wrong = await asked(
      await fetch(service.url + path, { headers: { authorization: 'Basic d3Jvbmc6' } }),
    );
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'Not Authenticated'], path);
    const unknown = await asked(await service.fetch(path));
    assert.equal(unknown.status, 404, path);
    assert.match(unknown.body.error, /^Sorry, we cannot find that resource\. /, path);
  }
  const deleted = await asked(await service.fetch(`/grids/${id}`, { method: 'DELETE' }));
  assert.equal(deleted.status, 404);
});

test('the webhook of a repository repeats a run without a token only if its owner enabled it', async () => {
  const create = async (webhook: string) =>
    (
      await post('/floods', [
        ['flood[tool]', 'jmeter'],
        ['flood[webhook]', webhook],
        ...hosted('hook'),
        ['flood_files[]', ['plan.jmx', jmx]],
      ])
    ).body;
  const call = async (id: string, query = '') =>
    asked(
      await fetch(`${service.url}/floods/${id}/webhook${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
        body: JSON.stringify({ ref: 'refs/heads/main', repository: { name: 'shop' } }),
      }),
    );
  const closed = await create('');
  const open = await create('true');
  const count = async () => (await service.json('/floods')).total;
  const before = await count();
  assert.equal((await call(closed.uuid)).status, 404);
  assert.equal((await call('0'.repeat(22))).status, 404);
  assert.equal(await count(), before);
  const repeated = await call(open.uuid);
  assert.equal(repeated.status, 201, JSON.stringify(repeated.body));
  const run = await service.json(`/floods/${repeated.body.uuid}`);
  assert.equal(run.repeat_of, open.uuid);
  assert.equal(run.status, 'queued');
  assert.equal(await count(), before + 1);

  const elsewhere = await hostedGrid('elsewhere');
  const placed = await call(open.uuid, '?region=elsewhere');
  const { _embedded } = await service.json(`/floods/${placed.body.uuid}`);
  assert.equal(_embedded.grids[0].uuid, elsewhere.uuid);
});

test('scripts that send the fields of a run to /grids get the missing fields', async () => {
  const { status, body } = await post('/grids', [
    ['flood[tool]', 'jmeter'],
    ['flood[grids][][region]', 'us-east-1'],
  ]);
  assert.equal(status, 422);
  assert.deepEqual(
    body.details.map((detail: Json) => detail.field),
    ['grid[region]', 'grid[infrastructure]', 'grid[stop_after]'],
  );
});

test('the first grid of the list can be reused, as some scripts do', async () => {
  const newest = await hostedGrid('again');
  const first = (await service.json('/grids'))._embedded.grids[0];
  assert.equal(first.uuid, newest.uuid);
  const { status, body } = await post('/floods', [
    ['flood[tool]', 'jmeter'],
    ['flood[grids][][uuid]', first.uuid],
    ['flood_files[]', ['plan.jmx', jmx]],
  ]);
  assert.equal(status, 201, JSON.stringify(body));
});
