import { withCommas } from '../../languages/java/message-format.ts';
import { parseWhole } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';
import { simpleAssertion } from './simple-assertion.ts';

export const durationAssertion: ElementCompiler = (element, context) => {
  const duration = context.text(element, 'DurationAssertion.duration');
  return simpleAssertion(element, context, (result, user) => {
    const most = Number(parseWhole(duration.evaluate(user), 64) ?? 0n);
    const took = Math.floor(result.elapsedMs);
    return most > 0 && took > most
      ? `The operation lasted too long: It took ${withCommas(took)} milliseconds, but should not have lasted longer than ${withCommas(most)} milliseconds.`
      : undefined;
  });
};
