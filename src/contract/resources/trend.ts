import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';
import { passedSchema } from './threshold.ts';

const trendRunSchema = closed({
  uuid: Type.String(),
  name: nullable(Type.String()),
  project: Type.String(),
  tool: Type.String(),
  tag_list: Type.Array(Type.String()),
  started: nullable(timestampSchema),
  stopped: timestampSchema,
  passed: passedSchema,
  samples: countSchema,
  seconds: Type.Integer(),
  error_rate: Type.Number({ description: 'Exact percent' }),
  throughput: Type.Number({ description: 'Samples per second' }),
  mean: nullable(
    Type.Number({ description: 'Milliseconds, of passed samples unless requested with `times`' }),
  ),
  p50: nullable(Type.Number()),
  p95: nullable(Type.Number()),
  p99: nullable(Type.Number()),
  max_users: Type.Integer(),
});

/** Finished runs with samples, oldest first. */
export const trendsSchema = closed({
  _links: closed({ self: linkSchema }),
  total: Type.Integer({ description: 'Number of runs; `runs` contains the newest 200' }),
  runs: Type.Array(trendRunSchema),
});

export type TrendsResource = Static<typeof trendsSchema>;
