import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';
import { figuresSchema, timesSchema } from './report.ts';
import { passedSchema } from './threshold.ts';

const differenceSchema = closed({
  metric: Type.Enum(['p50', 'p95', 'p99', 'mean', 'error_rate', 'throughput']),
  baseline: nullable(Type.Number({ description: 'Null without samples to take it from, as is value' })),
  value: nullable(Type.Number()),
  change: nullable(Type.Number({ description: 'Percent of the baseline; of error_rate, percentage points' })),
  low: nullable(Type.Number({ description: 'Where the true change lies, as far as the noise lets one say' })),
  high: nullable(Type.Number()),
  verdict: Type.Enum(['better', 'worse', 'no_clear_difference', 'too_few_samples']),
  text: Type.String({ description: 'One sentence' }),
});

const labelComparisonSchema = closed({
  label: Type.String({ description: 'Empty for all labels together' }),
  verdict: Type.Enum(['better', 'worse', 'mixed', 'no_clear_difference', 'too_few_samples', 'only_in_one']),
  differences: Type.Array(differenceSchema),
});

/** Two or more runs side by side; the first is the baseline. */
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
      run: Type.String({ description: 'uuid of the run that is compared with the baseline' }),
      basis: Type.Enum(['repeats', 'blocks'], {
        description:
          'Where the noise was learnt: from repeats of the plan, or from 15 s blocks within each run',
      }),
      basis_text: Type.String(),
      confidence: Type.Number({ description: 'Of all verdicts together, 0 to 1' }),
      verdict: Type.Enum(['better', 'worse', 'mixed', 'no_clear_difference', 'too_few_samples']),
      sentence: Type.String(),
      setup_differences: Type.Array(Type.String(), {
        description: 'What was not the same in both runs, such as plan, users or nodes; a sentence each',
      }),
      total: labelComparisonSchema,
      labels: Type.Array(labelComparisonSchema, { description: 'Those with a clear difference first' }),
      labels_left_out: Type.Integer({
        description: 'How many rarer labels are not in the list because there are very many',
      }),
    }),
  ),
});

export type DifferenceResource = Static<typeof differenceSchema>;
export type LabelComparisonResource = Static<typeof labelComparisonSchema>;
export type ComparisonResource = Static<typeof comparisonSchema>;
