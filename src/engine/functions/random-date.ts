import { type DateFormat, dateFormat } from '../../languages/dates/date-format.ts';
import { type WallTime, wallTimeAt } from '../../languages/dates/wall-time.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker, World } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__RandomDate(pattern,from,to,locale,variable)}`: a day before the last; from today unless said otherwise. */
export const randomDate: TextFunctionMaker = ([pattern, from, to, , variable], world) => {
  const format = dateFormat(javaTrim(pattern?.constant ?? '') || 'yyyy-MM-dd');
  return {
    evaluate: (user) => {
      const written = javaTrim(from?.evaluate(user) ?? '');
      const first = written === '' ? dayOf(wallTimeAt(world.nowMs())) : read(written, format, world);
      const end = read(javaTrim(to?.evaluate(user) ?? ''), format, world);
      if (end < first) {
        world.log('error', 'End Date must be greater than Start Date');
        return '';
      }
      if (end === first) {
        throw new Error('java.lang.IllegalArgumentException: bound must be greater than origin');
      }
      const day = new Date((first + Math.floor(world.random() * (end - first))) * 86_400_000);
      const value =
        format.format({
          year: day.getUTCFullYear(),
          month: day.getUTCMonth() + 1,
          day: day.getUTCDate(),
          time: undefined,
        }) ?? '';
      setVariable(user, variable, value);
      return value;
    },
  };
};

/** JMeter takes what it cannot read for the first day of 1970. */
function read(text: string, format: DateFormat, world: World): number {
  const found = format.parse(text);
  if (!found) {
    world.log('error', `Failed to parse the date '${text}'`);
    return 0;
  }
  return dayOf(found);
}

const dayOf = ({ year, month, day }: WallTime) => Date.UTC(year, month - 1, day) / 86_400_000;
