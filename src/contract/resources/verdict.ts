import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

const words = [
  'queued',
  'running',
  'passed',
  'failed',
  'finished_with_errors',
  'broken',
  'doubtful',
] as const;

export const verdictWordSchema = Type.Enum(words);

export const verdictSchema = closed({
  word: Type.Enum(words, {
    description:
      'failed: a threshold is not met, or an abort rule ended the run. finished_with_errors: samples failed, and no threshold limits how many may. broken: no samples, errors on the nodes, or a threshold could not be evaluated. doubtful: the figures may not be those of the target, or samples are missing',
  }),
  tone: Type.Enum(['going', 'good', 'doubt', 'bad']),
  exit_code: Type.Enum([0, 1, 2], {
    description: 'Exit code of the CLI: 2 if failed, 1 if broken, otherwise 0',
  }),
  sentence: Type.String({ description: 'Verdict of the whole run as text, including doubts' }),
  doubts: Type.Array(Type.String(), { description: 'Reasons to doubt the results, one sentence each' }),
});

export type VerdictResource = Static<typeof verdictSchema>;
