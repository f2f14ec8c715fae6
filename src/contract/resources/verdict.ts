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

export const verdictSchema = closed({
  word: Type.Enum(words, {
    description:
      'failed: a threshold is not met. finished_with_errors: samples failed, and no threshold limits how many may. broken: no samples, errors on the nodes, or a threshold could not be evaluated. doubtful: the figures may not be those of the target, or samples are missing',
  }),
  tone: Type.Enum(['going', 'good', 'doubt', 'bad']),
  exit_code: Type.Enum([0, 1, 2], {
    description: 'What `spate` ends with: 2 when failed, 1 when broken, otherwise 0',
  }),
  sentence: Type.String({ description: 'How the whole run fares, with what makes its figures doubtful' }),
  doubts: Type.Array(Type.String(), { description: 'What makes the figures doubtful, a sentence each' }),
});

export type VerdictResource = Static<typeof verdictSchema>;
