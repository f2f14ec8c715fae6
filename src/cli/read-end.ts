import { CliError } from './cli-error.ts';
import { parseDuration } from './durations.ts';

/** When something ends: a time from now such as 90d, the end of a day such as 2027-01-31, or a whole moment. */
export function readEnd(text: string, flag: string, now: Date): Date {
  const end = /^\d{4}-\d\d-\d\d/.test(text) ? readMoment(text, flag) : afterSpan(text, flag, now);
  if (end > now) return end;
  throw new CliError(`${flag} ${text} is over already.`, 'Give a moment that lies ahead, such as 90d.');
}

function readMoment(text: string, flag: string): Date {
  const moment = new Date(text.length === 10 ? `${text}T23:59:59` : text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new CliError(`${flag} cannot be "${text}".`, 'A day looks like 2027-01-31.');
}

function afterSpan(text: string, flag: string, now: Date): Date {
  try {
    return new Date(now.getTime() + parseDuration(text, flag) * 1000);
  } catch (cause) {
    throw new CliError(`${flag} cannot be "${text}".`, 'It looks like 90d, 12h or 2027-01-31.', { cause });
  }
}
