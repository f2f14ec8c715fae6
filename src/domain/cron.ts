import { Cron } from 'croner';
import { AppError, type ErrorDetail } from './errors.ts';

const maxCronLength = 100;

/** Throws `invalid` with the field of the first error. */
export function checkCron(cron: string, timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw invalid(
      'schedule[time_zone]',
      `The time zone ${JSON.stringify(timeZone)} does not exist. Use an IANA name, such as Europe/Berlin or UTC.`,
    );
  let reason = `it has more than ${maxCronLength} characters`;
  const fields = cron.trim().split(/\s+/).length;
  const isShort = cron.length <= maxCronLength;
  if (isShort && fields !== 5 && !cron.startsWith('@')) reason = `it has ${fields} fields instead of 5`;
  else if (isShort)
    try {
      if (parse(cron, timeZone).nextRun() !== null) return;
      reason = 'it has no time in the future';
    } catch (error) {
      reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    }
  throw invalid(
    'schedule[cron]',
    `The cron expression ${JSON.stringify(cron.slice(0, maxCronLength))} is not valid: ${reason.replace(/\.$/, '')}. Use minute, hour, day, month and weekday, such as 30 2 * * MON-FRI.`,
  );
}

/** The next times after `from`, at most `count`. */
export function nextTimes(cron: string, timeZone: string, from: Date, count: number): Date[] {
  return parse(cron, timeZone).nextRuns(count, from);
}

function parse(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name.length <= maxCronLength;
  } catch {
    return false;
  }
}

function invalid(field: ErrorDetail['field'], message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}
