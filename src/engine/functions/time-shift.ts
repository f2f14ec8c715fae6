import { type DateFormat, dateFormat } from '../../languages/dates/date-format.ts';
import { parseDuration } from '../../languages/dates/java-duration.ts';
import { type WallTime, wallTimeAt, wallTimeWithOffset } from '../../languages/dates/wall-time.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { parseWhole } from '../../languages/java/numbers.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

interface Moment {
  epochMs: number;
  /** Zone of a parsed date; undefined: the zone of this process at that time. */
  offsetMinutes: number | undefined;
}

/** `${__timeShift(pattern,date,duration,locale,variable)}`; the locale is optional. */
export const timeShift: TextFunctionMaker = (args, environment) => {
  const [pattern, date, amount] = args;
  const variable = args.length === 4 ? args[3] : args[4];
  const written = javaTrim(pattern?.constant ?? '');
  const format = written === '' ? undefined : dateFormat(written);
  return {
    evaluate: (user) => {
      const shift = javaTrim(amount?.evaluate(user) ?? '');
      const moment = read(javaTrim(date?.evaluate(user) ?? ''), format, environment);
      const shiftMs = shift === '' ? 0 : parseDuration(shift);
      if (shiftMs === undefined) {
        environment.log('error', `Failed to parse the amount duration '${shift}' to shift`);
      }
      moment.epochMs += shiftMs ?? 0;
      const value = format?.format(wall(moment)) ?? String(Math.floor(moment.epochMs));
      setVariable(user, variable, value);
      return value;
    },
  };
};

function read(date: string, format: DateFormat | undefined, environment: Environment): Moment {
  const now = { epochMs: environment.nowMs(), offsetMinutes: undefined };
  if (date === '') {
    return now;
  }
  if (!format) {
    const epochMs = parseWhole(date, 64);
    if (epochMs !== undefined) {
      return { epochMs: Number(epochMs), offsetMinutes: undefined };
    }
  }
  const found = format?.parse(date);
  if (!found) {
    environment.log('error', `Failed to parse the date '${date}' to shift`);
    return now;
  }
  const offsetMinutes = -new Date().getTimezoneOffset();
  return { epochMs: epochMsOf(found) - offsetMinutes * 60_000, offsetMinutes };
}

function epochMsOf({ year, month, day, time }: WallTime): number {
  const { hour = 0, minute = 0, second = 0, nano = 0 } = time ?? {};
  return Date.UTC(year, month - 1, day, hour, minute, second) + nano / 1e6;
}

function wall({ epochMs, offsetMinutes }: Moment): WallTime {
  return offsetMinutes === undefined ? wallTimeAt(epochMs) : wallTimeWithOffset(epochMs, offsetMinutes);
}
