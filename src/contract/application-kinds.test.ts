import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applicationKinds, kindOfApplication } from './application-kinds.ts';

it('recognizes every kind by its properties', () => {
  for (const kind of applicationKinds) assert.equal(kindOfApplication(kind), kind);
});

it('returns undefined for other combinations', () => {
  assert.equal(kindOfApplication({ confidential: true, grant_types: [] }), undefined);
});
