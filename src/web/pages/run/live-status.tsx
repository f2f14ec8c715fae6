import { useEffect, useState } from 'preact/hooks';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { clock, span } from '../../format/moments.ts';
import { freshnessOf } from './freshness.ts';
import { timeNow } from './time-now.ts';
import type { RunData } from './use-run.ts';

/** Progress of the run, and whether data still arrives. */
export function LiveStatus({ view, run }: { view: RunViewResource; run: RunData }) {
  const sinceMs = useTick() - run.receivedAt;
  const isLost = run.connection === 'lost' || run.view.error !== undefined;
  const freshness = freshnessOf(view, sinceMs);
  if (isLost)
    return (
      <p class="lost">
        <span aria-hidden="true">△</span>{' '}
        <span role="status">Connection to the service lost. Retrying automatically.</span> Data is{' '}
        {Math.max(1, Math.round(sinceMs / 1000))} s old.
      </p>
    );
  return (
    <p class="now">
      <Time view={view} sinceMs={sinceMs} />
      {freshness === 'live' && <span class="soft">Live.</span>}
      {typeof freshness === 'number' && <span class="doubt">△ No new data for {span(freshness)}.</span>}
    </p>
  );
}

/** `01:15 of 05:00, 03:45 left`, with a bar. */
function Time({ view, sinceMs }: { view: RunViewResource; sinceMs: number }) {
  const { elapsedS, remainingS } = timeNow(view, sinceMs);
  if (elapsedS === null) return null;
  if (remainingS === null || view.duration === null) return <span>{clock(elapsedS)} elapsed</span>;
  return (
    <>
      <progress aria-label="Elapsed time" max={view.duration} value={Math.min(elapsedS, view.duration)} />
      <span>
        {clock(elapsedS)} of {clock(view.duration)},{' '}
        {remainingS > 0 ? `${clock(remainingS)} left` : 'the duration is over, waiting for the plan to end'}
      </span>
    </>
  );
}

/** Current time, updated every second. */
function useTick(): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
