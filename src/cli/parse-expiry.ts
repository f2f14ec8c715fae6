import { CliError } from './cli-error.ts';
import { parseDuration } from './durations.ts';

/** Parses an expiry: a duration from now such as 90d, the end of a day such as 2027-01-31, or an ISO time. */
export function parseExpiry(text: string, flag: string, now: Date): Date {
  const end = /^\d{4}-\d\d-\d\d/.test(text) ? readMoment(text, flag) : afterSpan(text, flag, now);
  if (end > now) return end;
  throw new CliError(`${flag} ${text} is in the past.`, 'Use a time in the future, such as 90d.');
}

function readMoment(text: string, flag: string): Date {
  const moment = new Date(text.length === 10 ? `${text}T23:59:59` : text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new CliError(`Invalid value for ${flag}: "${text}".`, 'Use a date such as 2027-01-31.');
}

function afterSpan(text: string, flag: string, now: Date): Date {
  try {
    return new Date(now.getTime() + parseDuration(text, flag) * 1000);
  } catch (cause) {
    throw new CliError(
      `Invalid value for ${flag}: "${text}".`,
      'Use a value such as 90d, 12h or 2027-01-31.',
      { cause },
    );
  }
}
