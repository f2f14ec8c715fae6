import { local, utc } from '../format/moments.ts';

/** A time in the browser's time zone, with UTC as the tooltip. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={utc(date)}>
      {local(date)}
    </time>
  );
}
