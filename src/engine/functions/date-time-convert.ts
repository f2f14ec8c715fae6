import { type DateFormat, dateFormat } from '../../languages/dates/date-format.ts';
import { wallTimeAt } from '../../languages/dates/wall-time.ts';
import { parseWhole } from '../../languages/java/numbers.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__dateTimeConvert(date,from,to,variable)}`; without a pattern the date is in milliseconds. */
export const dateTimeConvert: TextFunctionMaker = ([date, from, to, variable], environment) => {
  const source = from?.constant ? dateFormat(from.constant) : undefined;
  const target = dateFormat(to?.constant ?? '');
  return {
    evaluate: (user) => {
      const written = date?.evaluate(user) ?? '';
      const value = convert(written, source, target);
      if (value === undefined) {
        complain(environment, written);
        return '';
      }
      setVariable(user, variable, value);
      return value;
    },
  };
};

function convert(date: string, source: DateFormat | undefined, target: DateFormat): string | undefined {
  if (source) {
    const found = source.parse(date);
    return found && target.format(found);
  }
  const epochMs = parseWhole(date, 64);
  return epochMs === undefined ? undefined : target.format(wallTimeAt(Number(epochMs)));
}

function complain(environment: Environment, date: string): void {
  environment.log('error', `Error calling __dateTimeConvert function with value ${date}`);
}
