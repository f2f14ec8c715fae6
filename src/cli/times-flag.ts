import type { Times } from '../contract/resources/report.ts';
import { sampleKinds } from '../contract/sample-kinds.ts';
import type { CommandContext, OwnFlag } from './command.ts';

/** Of every command that shows response times. */
export const timesFlag: OwnFlag = {
  value: 'samples',
  choices: sampleKinds,
  sentence: 'Which samples response times are of: passed, failed or all. Default: passed.',
};

/** The flag has only these values; passed unless it is given. */
export function readTimes({ times }: CommandContext['flags']): Times {
  return (times ?? 'passed') as Times;
}

/** `of passed samples`. */
export function timesWords(times: Times): string {
  return `of ${times} samples`;
}
