import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';
import { figuresSchema, timesSchema } from './report.ts';
import { comparisonVerdictSchema } from './test-of-run.ts';
import { passedSchema } from './threshold.ts';

const differenceSchema = closed({
  metric: Type.Enum(['p50', 'p95', 'p99', 'mean', 'error_rate', 'throughput']),
  baseline: nullable(Type.Number({ description: 'Null without samples, as is value' })),
  value: nullable(Type.Number()),
  change: nullable(Type.Number({ description: 'Percent of the baseline; percentage points for error_rate' })),
  low: nullable(Type.Number({ description: 'Confidence interval of the change: lower bound' })),
  high: nullable(Type.Number()),
  verdict: Type.Enum(['better', 'worse', 'no_clear_difference', 'too_few_samples']),
  text: Type.String({ description: 'One sentence' }),
});

const labelComparisonSchema = closed({
  label: Type.String({ description: 'Empty for the total of all labels' }),
  verdict: Type.Enum(['better', 'worse', 'mixed', 'no_clear_difference', 'too_few_samples', 'only_in_one']),
  differences: Type.Array(differenceSchema),
});

/** Comparison of two or more runs; the first is the baseline. */
export const comparisonSchema = closed({
  _links: closed({ self: linkSchema }),
  times: timesSchema,
  runs: Type.Array(
    closed({
      uuid: Type.String(),
      name: nullable(Type.String()),
      project: Type.String(),
      tool: Type.String(),
      status: Type.Enum(['queued', 'running', 'finished']),
      started: nullable(timestampSchema),
      passed: passedSchema,
      seconds: Type.Integer(),
      mean_users: Type.Number(),
      max_users: Type.Integer(),
      apdex: nullable(Type.Number()),
      total: figuresSchema,
      labels: Type.Array(figuresSchema),
    }),
  ),
  comparisons: Type.Array(
    closed({
      run: Type.String({ description: 'uuid of the run compared with the baseline' }),
      basis: Type.Enum(['repeats', 'blocks'], {
        description: 'Source of the noise estimate: repeats of the plan, or 15 s blocks within each run',
      }),
      basis_text: Type.String(),
      confidence: Type.Number({ description: 'Confidence level of all verdicts together, 0 to 1' }),
      verdict: comparisonVerdictSchema,
      sentence: Type.String(),
      setup_differences: Type.Array(Type.String(), {
        description:
          'Differences in the setup of both runs, such as plan, virtual users or nodes; one sentence each',
      }),
      total: labelComparisonSchema,
      labels: Type.Array(labelComparisonSchema, {
        description: 'Labels with a significant difference first',
      }),
      labels_left_out: Type.Integer({
        description: 'Number of less frequent labels that are omitted',
      }),
    }),
  ),
});

export type DifferenceResource = Static<typeof differenceSchema>;
export type LabelComparisonResource = Static<typeof labelComparisonSchema>;
export type ComparisonResource = Static<typeof comparisonSchema>;
