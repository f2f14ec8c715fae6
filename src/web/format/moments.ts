import { local as localTime, utc } from '../../lib/moments.ts';

/** Time formats shared with the report and the CLI. */
export { ago, clock, into, span, utc } from '../../lib/moments.ts';

/** In the reader's time zone; in UTC where the service renders, which does not know it. */
export function local(at: Date): string {
  return hasReader() ? localTime(at) : utc(at);
}

/** For tooltips. */
export function localAndUtc(at: Date): string {
  return hasReader() ? `${localTime(at)}, ${utc(at)}` : utc(at);
}

function hasReader(): boolean {
  return typeof document !== 'undefined';
}
