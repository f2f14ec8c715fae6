import { dateFormat } from '../../languages/dates/date-format.ts';
import { wallTimeAt } from '../../languages/dates/wall-time.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

const aliases: Record<string, string> = { YMD: 'yyyyMMdd', HMS: 'HHmmss', YMDHMS: 'yyyyMMdd-HHmmss' };

/** `${__time(pattern,variable)}`: milliseconds without a pattern, divided by 1000 with `/1000`. */
export const time: TextFunctionMaker = ([pattern, variable], environment) => {
  const tell = teller(pattern?.constant ?? '', environment);
  return {
    evaluate: (user) => {
      const value = tell();
      setVariable(user, variable, value);
      return value;
    },
  };
};

function teller(written: string, environment: Environment): () => string {
  const { properties } = environment;
  const pattern = properties.get(`time.${written}`) ?? aliases[written] ?? written;
  if (pattern === '') {
    return () => String(Math.floor(environment.nowMs()));
  }
  if (/^\/\d+$/.test(pattern)) {
    const divisor = Number(pattern.slice(1));
    return () => String(Math.floor(environment.nowMs() / divisor));
  }
  const format = dateFormat(pattern);
  return () => format.format(wallTimeAt(environment.nowMs())) ?? '';
}
