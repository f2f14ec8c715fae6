import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeCompileErrors, readCompileErrors } from './compile-errors.ts';

const output = `/data/flood/files/shop/Checkout.java:3: error: package com.acme.tools does not exist
import com.acme.tools.Helper;
                     ^
/data/flood/files/shop/Checkout.java:12: error: cannot find symbol
    driver.pleaseClick();
          ^
  symbol:   method pleaseClick()
  location: variable driver of type WebDriver
2 errors`.split('\n');

it('reports compile errors with file, line, message and a hint', () => {
  const errors = readCompileErrors(output, '/data/flood/files');
  assert.deepEqual(
    errors.map(({ file, line }) => [file, line]),
    [
      ['shop/Checkout.java', 3],
      ['shop/Checkout.java', 12],
    ],
  );
  const text = describeCompileErrors(errors, output, '4').join(' ');
  assert.match(text, /shop\/Checkout\.java:12: cannot find symbol, symbol method pleaseClick\(\)/);
  assert.match(text, /Upload the \.jar file of the package com\.acme\.tools/);
});

it('truncates many compile errors, and passes on unknown output of javac', () => {
  const many = Array.from({ length: 9 }, (_, index) => `/f/A.java:${index + 1}: error: ';' expected`);
  const messages = describeCompileErrors(readCompileErrors(many, '/f'), many, '3');
  assert.equal(messages.filter((line) => line.startsWith('A.java')).length, 5);
  assert.ok(messages.some((line) => line.includes('4 more errors')));
  assert.match(describeCompileErrors([], ['error: no source files'], '3').join(), /no source files/);
});
