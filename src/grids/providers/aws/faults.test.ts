import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodesCannot } from '../cloud/problem-words.ts';
import { isUnreachable } from '../cloud/rejections.ts';
import { faultOf, isDenied, sentenceOf } from './faults.ts';

const sdkError = (name: string, message: string) => Object.assign(new Error(message), { name, Code: name });

test('an error of AWS becomes a sentence with its cause, its code and the words of AWS', () => {
  const quota = faultOf(
    sdkError('VcpuLimitExceeded', 'You have requested more vCPU capacity than your limit.'),
  );
  assert.equal(
    sentenceOf(quota),
    'The vCPU quota of the AWS account is used up. Request a higher quota in Service Quotas, or use fewer or smaller nodes (VcpuLimitExceeded: You have requested more vCPU capacity than your limit).',
  );
  assert.equal(sentenceOf(faultOf(sdkError('NewFault', 'It failed.'))), 'NewFault: It failed.');
});

test('omits the encoded part of an authorization failure', () => {
  const denied = faultOf(
    sdkError(
      'UnauthorizedOperation',
      'You are not authorized to perform this operation. Encoded authorization failure message: 4GIOHlTkIaWHQD0Q0m6XSnuUMCm',
    ),
  );
  assert.ok(isDenied(denied));
  assert.doesNotMatch(sentenceOf(denied), /4GIOHl/);
});

test('tells a network failure from an answer', () => {
  assert.ok(isUnreachable(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
  assert.ok(!isUnreachable(sdkError('AuthFailure', '')));
});

test('names the nodes that cannot start', () => {
  assert.equal(nodesCannot('start', [2], 'Why.'), 'Node 2 cannot start: Why.');
  assert.equal(nodesCannot('start', [4, 1, 2], 'Why.'), 'Nodes 1, 2 and 4 cannot start: Why.');
  assert.equal(nodesCannot('start', [0, 1, 2, 3, 4, 5], 'Why.'), '6 nodes cannot start: Why.');
});
