import type { Times } from '../contract/resources/report.ts';
import { sampleKinds } from '../contract/sample-kinds.ts';
import type { CommandContext, OwnFlag } from './command.ts';

/** Flag of all commands that show response times. */
export const timesFlag: OwnFlag = {
  value: 'samples',
  choices: sampleKinds,
  sentence: 'Samples for response times: passed, failed or all. Default: passed.',
};

/** The parser has already validated the value. */
export function readTimes({ times }: CommandContext['flags']): Times {
  return (times ?? 'passed') as Times;
}

/** `of passed samples`. */
export function timesWords(times: Times): string {
  return `of ${times} samples`;
}
