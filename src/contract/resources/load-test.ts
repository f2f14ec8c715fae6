import Type, { type Static } from 'typebox';
import { sizeLimits } from '../test-size.ts';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';
import { rowFilesSchema } from './inspection.ts';
import { runSchema } from './run.ts';
import { comparisonVerdictSchema } from './test-of-run.ts';
import { verdictWordSchema } from './verdict.ts';

const common = {
  _links: closed({ self: linkSchema, runs: linkSchema }),
  uuid: Type.String(),
  name: Type.String({ description: 'Unique in the project' }),
  project: Type.String(),
  created: timestampSchema,
  baseline_run: nullable(Type.String({ description: 'Run that later runs are compared with' })),
  size: nullable(
    closed({
      users_per_node: Type.Integer({ description: 'Virtual users that one node carries' }),
      limit: Type.Enum([...sizeLimits], {
        description: 'What limits them: the CPU, the schedule lag, or nothing that was reached',
      }),
      run: Type.String({ description: 'Run that measured it' }),
      measured: timestampSchema,
    }),
  ),
};

const listedTestSchema = closed({
  ...common,
  runs: countSchema,
  plan_version: nullable(Type.Integer({ description: 'Number of the newest plan content, from 1' })),
  last_run: nullable(
    closed({
      uuid: Type.String(),
      created: timestampSchema,
      verdict: nullable(verdictWordSchema),
      baseline_verdict: nullable(comparisonVerdictSchema),
    }),
  ),
});

export const testListSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema) }),
  total: countSchema,
  _embedded: closed({ tests: Type.Array(listedTestSchema) }),
});

export const testSchema = closed({
  ...common,
  versions: Type.Array(
    closed({
      version: Type.Integer({ description: 'From 1, in the order of their first runs' }),
      plan: Type.String({ description: 'Name of the plan file' }),
      sha256: Type.String(),
      first_run: Type.String(),
      first_used: timestampSchema,
      last_used: timestampSchema,
      runs: countSchema,
    }),
    { description: 'Contents of the plan, the newest first, at most 100' },
  ),
  _embedded: closed({
    run: nullable(runSchema),
  }),
});

/** Parameters and data files of a test's plan. */
export const testParametersSchema = closed({
  _links: closed({ self: linkSchema }),
  parameters: Type.Array(
    closed({
      name: Type.String(),
      default: nullable(Type.String({ description: 'In the plan' })),
      value: nullable(
        Type.String({ description: 'Set by the test; null: the default applies, or it is secret' }),
      ),
      is_secret: Type.Boolean({ description: 'The test has a secret value, which is never returned' }),
    }),
  ),
  row_files: rowFilesSchema,
});

export const planDifferenceSchema = closed({
  _links: closed({ self: linkSchema }),
  from: Type.Integer(),
  to: Type.Integer(),
  text: Type.String({ description: 'Unified diff; empty for equal plans' }),
});

export type ListedTestResource = Static<typeof listedTestSchema>;
export type TestListResource = Static<typeof testListSchema>;
export type TestResource = Static<typeof testSchema>;
export type TestParametersResource = Static<typeof testParametersSchema>;
export type PlanDifferenceResource = Static<typeof planDifferenceSchema>;
