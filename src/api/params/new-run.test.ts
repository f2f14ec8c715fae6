import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { parseNested, treeOfJson } from './nested.ts';
import { readNewRun, readWhere } from './new-run.ts';

const roots = new Set(['run', 'run_files', 'grid', 'region']);
const files = [{ name: 'plan.jmx', path: '/staged', sizeBytes: 1, sha256: '' }];
const oneGrid =
  'run[grids][][infrastructure]=demand&run[grids][][region]=us-east-1&run[grids][][stop_after]=15&run[grids][][instance_quantity]=2&run[grids][][instance_type]=m5.xlarge';

function read(query: string, staged = files) {
  const entries = [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }));
  return readNewRun(parseNested(entries, roots).tree, staged).input;
}

function problemsOf(query: string, staged = files): Record<string, string> {
  try {
    read(query, staged);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'invalid');
    return Object.fromEntries(error.details.map((detail) => [detail.field, detail.message]));
  }
  return assert.fail(`${query} was accepted`);
}

describe('readNewRun', () => {
  it('lists all invalid thresholds', () => {
    const problems = problemsOf('run[tool]=jmeter&run[fail_if][]=p95 %3E 1s&run[fail_if][]=p95 %3E 800');
    assert.match(problems['run[fail_if][]'] ?? '', /"p95 > 800" is not valid at character 10/);
    const rules = problemsOf('run[tool]=jmeter&run[abort_if][]=errors %3E 1%25');
    assert.match(
      rules['run[abort_if][]'] ?? '',
      /"errors > 1%" is not valid at character 12: expected "for"/,
    );
    assert.equal(read('run[tool]=jmeter&run[fail_if]= p95 %3E 1s ').failIf[0], 'p95 > 1s');
  });

  it('reads every parameter of the specification from text', () => {
    const input = read(
      `run[tool]=jmeter-2.13&run[name]=Build 7&run[notes]=n&run[project]=CI Pipeline&run[tag_list]=ci, load,ci&run[privacy_flag]=public&run[threads]=100&run[rampup]=30&run[duration]=120&run[override_hosts]=1.2.3.4 a.test&run[override_parameters]=-Ja=1 -Jb=2&run[webhook]=true&run[fail_if][]=p95 %3E 800ms&run[fail_if][]=label("a, b").errors %3E 1%25&${oneGrid}`,
    );
    assert.deepEqual(input, {
      tool: 'jmeter',
      toolRequested: 'jmeter-2.13',
      engineRequested: 'auto',
      name: 'Build 7',
      notes: 'n',
      project: 'CI Pipeline',
      tags: ['ci', 'load'],
      privacy: 'public',
      threads: 100,
      rampupS: 30,
      durationS: 120,
      overrideHosts: '1.2.3.4 a.test',
      overrideParameters: '-Ja=1 -Jb=2',
      isWebhookOn: true,
      traceparent: null,
      dataFiles: null,
      maxCost: null,
      minNodes: null,
      failIf: ['p95 > 800ms', 'label("a, b").errors > 1%'],
      abortIf: [],
      secrets: [],
      test: null,
      grids: [
        {
          kind: 'new',
          spec: {
            region: 'us-east-1',
            infrastructure: 'demand',
            stopAfterMin: 15,
            instanceQuantity: 2,
            instanceType: 'm5.xlarge',
            credentialId: null,
            cloud: {},
          },
        },
      ],
      files,
    });
  });

  it('treats empty text as absent and applies defaults', () => {
    const input = read('run[tool]=jmeter&run[name]=&run[threads]= &run[meta]=&run[tag_list]=');
    assert.equal(input.name, null);
    assert.equal(input.threads, null);
    assert.equal(input.privacy, 'private');
    assert.equal(input.isWebhookOn, false);
    assert.deepEqual(input.tags, []);
    assert.deepEqual(input.grids, [{ kind: 'shared' }]);
  });

  it('runs on the shared grid unless a grid or region is chosen beside the run', () => {
    assert.deepEqual(read('run[tool]=jmeter').grids, [{ kind: 'shared' }]);
    assert.deepEqual(read('run[tool]=jmeter&region=us-west-2').grids, [
      { kind: 'region', region: 'us-west-2' },
    ]);
    assert.deepEqual(read('run[tool]=jmeter&grid=abc&region=x').grids, [{ kind: 'existing', gridId: 'abc' }]);
    assert.equal(read(`run[tool]=jmeter&grid=abc&${oneGrid}`).grids[0]?.kind, 'new');
  });

  it('accepts several grids, new and existing, in every notation', () => {
    const uuids = [
      'run[grids][][uuid]=a&run[grids][][uuid]=b',
      'run[grids][0][uuid]=a&run[grids][1][uuid]=b',
      'run[grids][]=a&run[grids][]=b',
      'run[grids]=a,b',
      'run[grids][][uuid]=a&run[grids][][uuid]=b&run[grids][][uuid]=a',
    ];
    for (const form of uuids) {
      const { grids } = read(`run[tool]=jmeter&${form}`);
      assert.deepEqual(
        grids,
        [
          { kind: 'existing', gridId: 'a' },
          { kind: 'existing', gridId: 'b' },
        ],
        form,
      );
    }
    // In forms the uuid becomes part of the second specification, but both grids are meant.
    const mixed = read(`run[tool]=jmeter&${oneGrid}&${oneGrid}&run[grids][][uuid]=c`);
    assert.deepEqual(
      mixed.grids.map((grid) => grid.kind),
      ['new', 'existing', 'new'],
    );
  });

  it('rounds fractions of minutes and seconds up, and accepts 7.0 as 7', () => {
    const withStop = (minutes: string) =>
      read(`run[tool]=jmeter&${oneGrid.replace('stop_after]=15', `stop_after]=${minutes}`)}`).grids[0];
    for (const [text, minutes] of [
      ['7.0', 7],
      ['7.2', 8],
      ['0.2', 1],
      ['2880', 2880],
    ] as const) {
      const grid = withStop(text);
      assert.equal(grid?.kind === 'new' && grid.spec.stopAfterMin, minutes, text);
    }
    assert.equal(read('run[tool]=jmeter&run[duration]=90.5').durationS, 91);
    assert.equal(read('run[tool]=jmeter&run[threads]=5.0').threads, 5);
  });

  it('fills in one node of type local when quantity and type are missing, and echoes any region', () => {
    const { grids } = read(
      'run[tool]=jmeter&run[grids][][infrastructure]=demand&run[grids][][region]=uk-south-london&run[grids][][stop_after]=5',
    );
    const [grid] = grids;
    assert.ok(grid?.kind === 'new');
    assert.equal(grid.spec.instanceQuantity, 1);
    assert.equal(grid.spec.instanceType, 'local');
    assert.equal(grid.spec.region, 'uk-south-london');
  });

  it('accepts both names of privacy', () => {
    assert.equal(read('run[tool]=jmeter&run[privacy]=public').privacy, 'public');
    assert.equal(read('run[tool]=jmeter&run[privacy_flag]=Public').privacy, 'public');
  });

  it('accepts every tool with any version', () => {
    for (const tool of [
      'jmeter',
      'gatling',
      'java-selenium-chrome',
      'java-selenium-firefox',
      'service-chrome',
    ]) {
      assert.equal(read(`run[tool]=${tool}`).tool, tool);
      assert.equal(read(`run[tool]=${tool}-2.0.0_x`.replace('_x', '-bundle')).tool, tool);
    }
    const entries = [{ key: 'run[tool]', value: 'flood-chrome' }];
    const old = readNewRun(parseNested(entries, roots).tree, files);
    assert.equal(old.input.tool, 'service-chrome');
    assert.equal(old.usesOriginalNames, true);
  });

  it('reports all problems with field and allowed values', () => {
    const problems = problemsOf(
      'run[tool]=ab&run[threads]=many&run[rampup]=-1&run[privacy]=secret&run[grids][][infrastructure]=cloud&run[grids][][stop_after]=2881&run[grids][][instance_quantity]=0',
      [],
    );
    assert.deepEqual(Object.keys(problems).sort(), [
      'run[grids][0][infrastructure]',
      'run[grids][0][instance_quantity]',
      'run[grids][0][region]',
      'run[grids][0][stop_after]',
      'run[privacy]',
      'run[rampup]',
      'run[threads]',
      'run[tool]',
      'run_files',
    ]);
    assert.match(problems['run[tool]'] ?? '', /jmeter, gatling, java-selenium-chrome, .*not "ab"/);
    assert.match(problems['run[threads]'] ?? '', /whole number/);
    assert.match(problems['run[grids][0][stop_after]'] ?? '', /from 1 to 2880/);
    assert.match(problems['run[grids][0][region]'] ?? '', /is required/);
    assert.match(problems.run_files ?? '', /run_files\[\]=@plan\.jmx/);
  });

  it('rejects invalid numbers', () => {
    for (const text of ['NaN', 'Infinity', '1e9', '0x10', '5 users', '5.5', '-1', '99999999999', '١']) {
      assert.ok(
        problemsOf(`run[tool]=jmeter&run[threads]=${encodeURIComponent(text)}`)['run[threads]'],
        text,
      );
    }
  });

  it('rejects NUL characters, which PostgreSQL cannot store', () => {
    assert.ok(problemsOf('run[tool]=jmeter&run[name]=a%00b')['run[name]']);
    assert.ok(problemsOf('run[tool]=jmeter&run[tag_list]=a%00b')['run[tag_list]']);
  });

  it('rejects an object or a list in place of text', () => {
    assert.ok(problemsOf('run[tool]=jmeter&run[name][x]=1')['run[name]']);
    assert.ok(problemsOf('run[tool]=jmeter&run[threads][]=1')['run[threads]']);
  });

  it('rejects two files with the same name', () => {
    const twice = [files, files].flat();
    assert.match(problemsOf('run[tool]=jmeter', twice).run_files ?? '', /plan\.jmx/);
  });

  it('reads JSON with nested attributes', () => {
    const json = {
      run: {
        tool: 'gatling',
        threads: 5,
        tag_list: ['a', 'b'],
        grids: [{ infrastructure: 'demand', region: 'r', stop_after: 1.5 }, { uuid: 'g' }],
      },
    };
    const { input } = readNewRun(treeOfJson(json, roots).tree, files);
    assert.equal(input.threads, 5);
    assert.deepEqual(input.tags, ['a', 'b']);
    assert.deepEqual(
      input.grids.map((grid) => (grid.kind === 'new' ? grid.spec.stopAfterMin : grid)),
      [2, { kind: 'existing', gridId: 'g' }],
    );
  });
});

describe('readWhere', () => {
  it('reads grid and region, and ignores empty values', () => {
    const where = (query: string) =>
      readWhere(
        parseNested(
          [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })),
          roots,
        ).tree,
      );
    assert.deepEqual(where('region=us-east-1&grid=abc'), { region: 'us-east-1', gridId: 'abc' });
    assert.deepEqual(where('region=&grid='), {});
  });
});
