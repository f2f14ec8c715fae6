import { parseInteger } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';
import type { Result } from '../state/result.ts';

/** What to do after a sample that failed. JMeter has it as a listener. */
export const resultAction: ElementCompiler = (element, context) => {
  const action = context.text(element, 'OnError.action');
  return {
    listener: {
      sampleOccurred(result, user) {
        if (!result.isSuccess) {
          actions[parseInteger(action.evaluate(user)) ?? 0]?.(result);
        }
      },
    },
  };
};

const actions: Record<number, (result: Result) => void> = {
  1: (result) => {
    result.isThreadStopped = true;
  },
  2: (result) => {
    result.isTestStopped = true;
  },
  3: (result) => {
    result.isTestStoppedNow = true;
  },
  4: (result) => {
    result.action = 'next-thread-loop';
  },
  5: (result) => {
    result.action = 'next-current-loop';
  },
  6: (result) => {
    result.action = 'break-current-loop';
  },
};
