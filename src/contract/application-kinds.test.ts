import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applicationKinds, kindOfApplication } from './application-kinds.ts';

it('every kind is recognised in a list', () => {
  for (const kind of applicationKinds) assert.equal(kindOfApplication(kind), kind);
});

it('what fits no kind is none', () => {
  assert.equal(kindOfApplication({ confidential: true, grant_types: [] }), undefined);
});
