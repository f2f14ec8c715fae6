import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, quoteField } from './csv.ts';

test('fields are quoted only where required', () => {
  assert.equal(
    csvLine(['a b; c', 'a,b', 'say "hi"', 'two\nlines', null, 1.5]),
    'a b; c,"a,b","say ""hi""","two\nlines",,1.5\n',
  );
  assert.equal(csvLine(['a'], '\r\n'), 'a\r\n');
  assert.equal(quoteField('=a'), '=a');
});

test('no text becomes a formula; numbers are unchanged', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])
    assert.equal(csvLine([text]), `"'${text}"\n`);
  assert.equal(csvLine(['=HYPERLINK("x")']), `"'=HYPERLINK(""x"")"\n`);
  assert.equal(csvLine([-1, 'a=b']), '-1,a=b\n');
});
