import { type DateFormat, dateFormat } from '../../languages/dates/date-format.ts';
import { type WallTime, wallTimeAt } from '../../languages/dates/wall-time.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__RandomDate(pattern,from,to,locale,variable)}`: a day from `from`, by default today, to before `to`. */
export const randomDate: TextFunctionMaker = ([pattern, from, to, , variable], environment) => {
  const format = dateFormat(javaTrim(pattern?.constant ?? '') || 'yyyy-MM-dd');
  return {
    evaluate: (user) => {
      const written = javaTrim(from?.evaluate(user) ?? '');
      const first =
        written === '' ? dayOf(wallTimeAt(environment.nowMs())) : read(written, format, environment);
      const end = read(javaTrim(to?.evaluate(user) ?? ''), format, environment);
      if (end < first) {
        environment.log('error', 'End Date must be greater than Start Date');
        return '';
      }
      if (end === first) {
        throw new Error('java.lang.IllegalArgumentException: bound must be greater than origin');
      }
      const day = new Date((first + Math.floor(environment.random() * (end - first))) * 86_400_000);
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

/** JMeter treats invalid dates as the first day of 1970. */
function read(text: string, format: DateFormat, environment: Environment): number {
  const found = format.parse(text);
  if (!found) {
    environment.log('error', `Failed to parse the date '${text}'`);
    return 0;
  }
  return dayOf(found);
}

const dayOf = ({ year, month, day }: WallTime) => Date.UTC(year, month - 1, day) / 86_400_000;
