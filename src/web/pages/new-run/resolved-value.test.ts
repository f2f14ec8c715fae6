import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resolvedValue } from './resolved-value.ts';

it('resolves property functions and keeps expressions that only the tool can evaluate', () => {
  const draft = { threads: '20', rampup: '', duration: ' 300 ' };
  const settled = [
    ['${__P(threads,5)}', '20'],
    ['${__P(rampup,4)}', '4'],
    ['${__property(duration,,60)}', '300'],
    ['${__P(duration)}', '300'],
    ['${__P(users,7)}', '7'],
    ['12', '12'],
    ['${__P(rampup)}', '${__P(rampup)}'],
    ['${__P(threads,5)}0', '${__P(threads,5)}0'],
    ['${threads}', '${threads}'],
  ] as const;
  for (const [written, value] of settled) assert.equal(resolvedValue(written, draft), value, written);
});
