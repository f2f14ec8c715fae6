import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker } from '../core.ts';

const limitOfInt = 0x7fff_ffff;

/** jp@gc's `${__tstFeedback(timer,first,most,spare)}`: number of users that a Throughput Shaping Timer needs, by its last report. */
export const tstFeedback: TextFunctionMaker = ([timer, first, most, spareUsers], { properties }) => {
  let isNew = true;
  return {
    evaluate(user) {
      const name = timer?.evaluate(user) ?? '';
      if (isNew) {
        properties.set(`${name}_concurrency`, first?.evaluate(user) ?? '');
        isNew = false;
      }
      const limit = parseInteger(most?.evaluate(user) ?? '') ?? limitOfInt;
      const spare = spareUsers ? (parseJavaDouble(spareUsers.evaluate(user)) ?? 1) : 0.1;
      const users = requireInt(properties.get(`${name}_concurrency`) ?? '1');
      const delayed = requireInt(properties.get(`${name}_cntDelayed`) ?? '0');
      const sent = requireInt(properties.get(`${name}_cntSent`) ?? '0');
      const rate = Math.fround(parseJavaDouble(properties.get(`${name}_rps`) ?? '0') ?? 0);
      let needed = users;
      if (rate > 0 && delayed > 0) {
        needed = withSpare(users, delayed, spare);
      } else if (rate > 0 && sent < rate) {
        needed = Math.ceil(Math.fround(users * Math.fround(2 - Math.fround(sent / rate))));
      }
      needed = Math.min(needed <= 0 ? 1 : needed, limit);
      properties.set(`${name}_concurrency`, String(needed));
      properties.set(`${name}_rps`, '0');
      return String(needed);
    },
  };
};

/** `spare`: a number of users if it is 1 or more, else a share of the users. */
function withSpare(users: number, delayed: number, spare: number): number {
  if (spare >= 1) {
    const needed = Math.trunc(users - (delayed - spare));
    return users > spare ? Math.trunc(Math.max(spare, needed)) : needed;
  }
  return delayed > Math.ceil(users * spare) ? Math.trunc(users * (1 - spare)) : users;
}

function requireInt(text: string): number {
  const value = parseInteger(text);
  if (value === undefined) {
    throw new Error(`java.lang.NumberFormatException: For input string: "${text}"`);
  }
  return value;
}
