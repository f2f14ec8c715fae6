import { local, utc } from '../format/moments.ts';

/** A moment in the reader's zone; UTC when hovered over. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={utc(date)}>
      {local(date)}
    </time>
  );
}
