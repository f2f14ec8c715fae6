import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applicationKinds, titleOfApplication } from './application-kinds.ts';

it('every kind is recognised in a list', () => {
  for (const kind of applicationKinds) assert.equal(titleOfApplication(kind), kind.title);
});

it('what fits no kind is called other', () => {
  assert.equal(titleOfApplication({ confidential: true, grant_types: [] }), 'Other');
});
