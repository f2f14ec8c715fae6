import { createHash } from 'node:crypto';
import type { ElementCompiler } from '../core.ts';
import { simpleAssertion } from './simple-assertion.ts';

export const md5HexAssertion: ElementCompiler = (element, context) => {
  const expected = context.text(element, 'MD5HexAssertion.size');
  return simpleAssertion(element, context, (result, user) => {
    if (result.body.length === 0) {
      return 'Response was null';
    }
    const wanted = expected.evaluate(user);
    if (wanted === '') {
      return 'MD5Hex to test against is empty';
    }
    const found = createHash('md5').update(result.body).digest('hex');
    return found === wanted.toLowerCase()
      ? undefined
      : `Error asserting MD5 sum : got ${found} but should have been ${wanted}`;
  });
};
