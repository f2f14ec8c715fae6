import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demandPlaceOf, demandTargets, parseDemand } from './demand.ts';

test('each region has a place, and * stands for all others', () => {
  const table = parseDemand(
    'eu-west-1=kubernetes:arn:aws:eks:eu-west-1:1:cluster/load, us-east-1=aws:123456789012 *=local',
  );
  assert.deepEqual(demandPlaceOf(table, 'eu-west-1'), {
    provider: 'kubernetes',
    target: 'arn:aws:eks:eu-west-1:1:cluster/load',
  });
  assert.deepEqual(demandPlaceOf(table, 'us-east-1'), { provider: 'aws', target: '123456789012' });
  assert.deepEqual(demandPlaceOf(table, 'sa-east-1'), { provider: 'local', target: null });
  assert.equal(demandPlaceOf(parseDemand('office=local'), 'eu-west-1'), undefined);
});

test('lists each target of a provider once', () => {
  const table = parseDemand(
    'a=kubernetes:x,b=kubernetes:x,c=kubernetes:y,d=azure:11111111-2222-3333-4444-555555555555,*=local',
  );
  assert.deepEqual(demandTargets(table, 'kubernetes'), ['x', 'y']);
  assert.deepEqual(demandTargets(table, 'local'), []);
});

test('rejects rows without a place, of unknown providers and of repeated regions', () => {
  for (const wrong of ['eu-west-1', '=local', 'a=kubernetes', 'a=local:here', 'a=gcp:x', 'a=aws:'])
    assert.throws(
      () => parseDemand(wrong),
      /must be rows such as .* is none of <region>=local, <region>=kubernetes:/,
    );
  assert.throws(() => parseDemand('a=local,a=kubernetes:x'), /one row for each region; a has two/);
  assert.throws(
    () => parseDemand('a=aws:7'),
    /must have the 12 digits of an AWS account after aws:, not "7"/,
  );
  assert.throws(() => parseDemand('a=azure:7'), /must have the GUID of an Azure subscription after azure:/);
});
