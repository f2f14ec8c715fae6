import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Check, Errors } from 'typebox/value';
import { archiveListSchema, runListSchema, runSchema, webhookSchema } from '../../contract/resources/run.ts';
import type { LabelFigures } from '../../metrics/figures.ts';
import { exampleFigures, exampleNode, exampleRun, gridId, runId } from '../testing/example-run.ts';
import { archiveListResource, runListResource, runResource, webhookResource } from './run.ts';

const addresses = { origin: 'https://load.example', permalinkBase: 'https://load.example/app/runs' };
const shown = (view = exampleRun()) => runResource(view, addresses);

describe('runResource', () => {
  it('matches the schema of a run in every phase', () => {
    for (const phase of [
      'waiting_for_nodes',
      'preparing',
      'running',
      'stopping',
      'collecting',
      'finished',
    ] as const) {
      const resource = shown(exampleRun({ phase }));
      assert.deepEqual(Errors(runSchema, resource), [], phase);
    }
    assert.equal(Check(runSchema, { ...shown(), surprise: 1 }), false);
  });

  it('has the keys of all formats in every operation', () => {
    const run = shown();
    assert.equal(run._links.self.href, `/api/runs/${runId}`);
    assert.equal(run.tool, 'jmeter-2.13');
    assert.equal(run.permalink, `https://load.example/app/runs/${runId}`);
    assert.equal(run.created, '2026-01-02T03:04:05.678Z');
    assert.equal(run.project, 'Default');
    assert.deepEqual(Object.keys(run._embedded), ['grids', 'files', 'run_files', 'results', 'archives']);
    assert.deepEqual(run._embedded.files, [
      {
        uuid: 'FiLeFiLeFiLeFiLeFiLe22',
        name: 'plan.jmx',
        href: `https://load.example/runs/${runId}/files/FiLeFiLeFiLeFiLeFiLe22`,
        size: 1234,
      },
    ]);
    assert.deepEqual(run._embedded.run_files, [{ uuid: 'FiLeFiLeFiLeFiLeFiLe22', name: 'plan.jmx' }]);
    assert.deepEqual(run._embedded.results, [
      {
        name: 'homeless-reef',
        region: 'ap-southeast-2',
        href: `https://load.example/runs/${runId}/result.csv?grid_id=${gridId}`,
      },
    ]);
    assert.deepEqual(run._embedded.archives, [
      { href: 'https://load.example/KeYKeYKeYKeYKeYKeYKe22.tar.gz', size: 99 },
    ]);
  });

  it('has percentiles of passed samples, null without passed samples, and others on request', () => {
    const timesOf = (times: Partial<LabelFigures['times']>, kind?: 'failed') => {
      const all = exampleFigures().times;
      const total = exampleFigures({ times: { ...all, failed: null, ...times } });
      const view = exampleRun({
        figures: { errorRatePercent: 1, meanResponseTimeMs: 1, apdex: null, total },
      });
      return runResource(view, addresses, kind).figures?.p95;
    };
    assert.equal(timesOf({}), 240);
    assert.equal(timesOf({ passed: null }), null);
    assert.equal(timesOf({}, 'failed'), null);
    assert.equal(timesOf({ failed: exampleFigures().times.all }, 'failed'), 240);
    const list = { total: 101, pageSize: 50, runs: [] };
    const { next } = runListResource(list, 1, addresses, { times: 'failed' })._links;
    assert.equal(next?.href, '/api/runs?times=failed&page=2');
  });

  it('has the error rate in whole percent, rounded up, so that one failure fails a build', () => {
    const rateOf = (errorRatePercent: number) =>
      shown(exampleRun({ figures: { errorRatePercent, meanResponseTimeMs: 1, apdex: null, total: null } }))
        .error_rate;
    assert.equal(rateOf(0), 0);
    assert.equal(rateOf(0.0000001), 1);
    assert.equal(rateOf(0.3), 1);
    assert.equal(rateOf((7 / 100) * 100), 7);
    assert.equal(rateOf(99.01), 100);
    assert.equal(rateOf(100), 100);
  });

  it('has the mean response time in whole milliseconds', () => {
    assert.equal(shown().response_time, 123);
    assert.equal(shown(exampleRun({ phase: 'preparing', figures: null })).response_time, null);
  });

  it('has remote_errors as null or as a list of messages', () => {
    assert.equal(shown().remote_errors, null);
    const failed = exampleRun({ change: { remoteErrors: ['The plan has no thread group.'] } });
    assert.deepEqual(shown(failed).remote_errors, ['The plan has no thread group.']);
  });

  it('has no running node once the run has finished', () => {
    const nodes = (['running', 'lost', 'stopping', 'ended'] as const).map((state, index) =>
      exampleNode(state, index),
    );
    assert.ok(!JSON.stringify(shown(exampleRun({ nodes }))).includes('running'));
    assert.ok(JSON.stringify(shown(exampleRun({ phase: 'running', nodes }))).includes('"state":"running"'));
  });
});

describe('runListResource', () => {
  const page = (number: number, total: number) =>
    runListResource({ total, pageSize: 50, runs: [exampleRun()] }, number, addresses);

  it('links self, next and last, and no next on the last page', () => {
    assert.deepEqual(page(1, 192)._links, {
      self: { href: '/api/runs' },
      next: { href: '/api/runs?page=2' },
      last: { href: '/api/runs?page=4' },
    });
    assert.deepEqual(page(4, 192)._links, {
      self: { href: '/api/runs?page=4' },
      last: { href: '/api/runs?page=4' },
    });
    assert.deepEqual(page(1, 0)._links, { self: { href: '/api/runs' }, last: { href: '/api/runs?page=1' } });
    assert.equal(page(1, 50)._links.next, undefined);
    assert.equal(page(9, 50)._links.next, undefined);
    assert.deepEqual(Errors(runListSchema, page(1, 192)), []);
  });
});

describe('other formats of a run', () => {
  it('list archives one level down', () => {
    const list = archiveListResource(exampleRun(), addresses);
    assert.deepEqual(Errors(archiveListSchema, list), []);
    assert.equal(list._embedded.archives.length, 1);
  });

  it('contain only the new run and its page for a webhook', () => {
    const resource = webhookResource(exampleRun(), addresses);
    assert.deepEqual(Errors(webhookSchema, resource), []);
    assert.deepEqual(Object.keys(resource), ['_links', 'uuid', 'status', 'permalink']);
  });
});
