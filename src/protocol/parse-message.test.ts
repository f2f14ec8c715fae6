import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Type from 'typebox';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import type { AgentMessage, ServiceMessage } from './messages.ts';
import { parseAgentMessage, parseServiceMessage } from './parse-message.ts';
import type { agentMessageSchemas, serviceMessageSchemas } from './schemas.ts';

// Compile-time check that schemas and types agree.
type SchemaOf<Schemas extends Record<string, Type.TSchema>> = Type.Static<Schemas[keyof Schemas]>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const serviceTypesAgree: Same<SchemaOf<typeof serviceMessageSchemas>, ServiceMessage> = true;
const agentTypesAgree: Same<SchemaOf<typeof agentMessageSchemas>, AgentMessage> = true;

const executionId = newId();

test('accepts valid messages unchanged', () => {
  assert.ok(serviceTypesAgree && agentTypesAgree);
  const service: ServiceMessage[] = [
    { type: 'welcome', nodeId: newId(), endsAtMs: null },
    { type: 'time', sentAtMs: 1.5, serviceTimeMs: 2 },
    { type: 'ack', executionId, seq: 0 },
    { type: 'desired', executions: [] },
    { type: 'rows', executionId, file: 'users.csv', used: 3, held: [[3, 9]], isExhausted: false },
    { type: 'end', reason: 'the grid was ended' },
  ];
  for (const message of service) assert.deepEqual(parseServiceMessage(JSON.stringify(message)), message);
  const load = { lagP99Ms: 1.5, lagMaxMs: 20, busyShare: 0.5 };
  const agent: AgentMessage[] = [
    { type: 'rows', executionId, file: 'users.csv', rows: 10, used: 3, wanted: 9 },
    { type: 'vitals', vitals: { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: -3, roundTripMs: 0.4 } },
    {
      type: 'vitals',
      vitals: { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: -3, roundTripMs: 0.4 },
      generators: [
        { executionId, latest: load, run: load },
        { executionId, latest: load },
        { executionId, latest: load, run: { ...load, includesStart: 'all' } },
      ],
    },
    { type: 'log', executionId, lines: ['a', ''] },
    {
      type: 'status',
      execution: { executionId, state: 'ready', progress: null, errors: [], outcome: null },
    },
  ];
  for (const message of agent) assert.deepEqual(parseAgentMessage(JSON.stringify(message)), message);
});

test('returns an unknown message type instead of rejecting it', () => {
  assert.deepEqual(parseServiceMessage('{"type":"dance"}'), { type: 'unknown', unknownType: 'dance' });
  assert.deepEqual(parseAgentMessage('{"type":"toString"}'), { type: 'unknown', unknownType: 'toString' });
});

test('accepts additional fields', () => {
  const parsed = parseServiceMessage('{"type":"end","reason":"x","more":1}');
  assert.equal(parsed.type, 'end');
});

test('rejects invalid messages with the reason', () => {
  const cases: [string, RegExp][] = [
    ['{', /not JSON/],
    ['[]', /no type/],
    ['null', /no type/],
    ['{"type":7}', /no type/],
    ['{"type":"ack","executionId":"../../etc","seq":1}', /executionId/],
    [`{"type":"ack","executionId":"${executionId}","seq":-1}`, /seq/],
    ['{"type":"welcome","nodeId":"x"}', /endsAtMs/],
    ['{"type":"desired","executions":[{}]}', /executions/],
  ];
  for (const [text, expected] of cases) {
    assert.throws(
      () => parseServiceMessage(text),
      (error) => error instanceof AppError && error.code === 'malformed' && expected.test(error.message),
      text,
    );
  }
});
