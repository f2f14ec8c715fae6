import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchRoute } from './match-route.ts';

describe('matchRoute', () => {
  it('reads the named parts of a path', () => {
    assert.deepEqual(matchRoute('/app/runs/:runId', '/app/runs/abc'), { runId: 'abc' });
    assert.deepEqual(matchRoute('/app/labels/:label', '/app/labels/a%2Fb'), { label: 'a/b' });
    assert.deepEqual(matchRoute('/app', '/app'), {});
  });

  it('fits only whole paths', () => {
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs'), undefined);
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs/'), undefined);
    assert.equal(matchRoute('/app/runs/:runId', '/app/runs/a/b'), undefined);
    assert.equal(matchRoute('/app/runs', '/app/grids'), undefined);
  });

  it('takes an address that is wrongly escaped as it stands', () => {
    assert.deepEqual(matchRoute('/app/:name', '/app/%zz'), { name: '%zz' });
  });
});
