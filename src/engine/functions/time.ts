import { dateFormat } from '../../languages/dates/date-format.ts';
import { wallTimeAt } from '../../languages/dates/wall-time.ts';
import type { TextFunctionMaker, World } from '../core.ts';
import { setVariable } from './set-variable.ts';

const aliases: Record<string, string> = { YMD: 'yyyyMMdd', HMS: 'HHmmss', YMDHMS: 'yyyyMMdd-HHmmss' };

/** `${__time(pattern,variable)}`: milliseconds without a pattern, divided ones with `/1000`. */
export const time: TextFunctionMaker = ([pattern, variable], world) => {
  const tell = teller(pattern?.constant ?? '', world);
  return {
    evaluate: (user) => {
      const value = tell();
      setVariable(user, variable, value);
      return value;
    },
  };
};

function teller(written: string, world: World): () => string {
  const { properties } = world;
  const pattern = properties.get(`time.${written}`) ?? aliases[written] ?? written;
  if (pattern === '') {
    return () => String(Math.floor(world.nowMs()));
  }
  if (/^\/\d+$/.test(pattern)) {
    const divisor = Number(pattern.slice(1));
    return () => String(Math.floor(world.nowMs() / divisor));
  }
  const format = dateFormat(pattern);
  return () => format.format(wallTimeAt(world.nowMs())) ?? '';
}
