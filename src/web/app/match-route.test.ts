import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchRoute } from './match-route.ts';

describe('matchRoute', () => {
  it('returns the values of named segments', () => {
    assert.deepEqual(matchRoute('/app/runs/:runId', '/app/runs/abc'), { runId: 'abc' });
    assert.deepEqual(matchRoute('/app/labels/:label', '/app/labels/a%2Fb'), { label: 'a/b' });
    assert.deepEqual(matchRoute('/app', '/app'), {});
  });

  it('matches only whole paths', () => {
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs'), undefined);
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs/'), undefined);
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs/a/b'), undefined);
    assert.equal(matchRoute('/app/runs', '/app/grids'), undefined);
  });

  it('keeps an invalid percent encoding unchanged', () => {
    assert.deepEqual(matchRoute('/app/:name', '/app/%zz'), { name: '%zz' });
  });
});
