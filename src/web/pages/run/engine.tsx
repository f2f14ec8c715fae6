import type { RunViewResource } from '../../../contract/resources/view.ts';
import { EngineReasons } from '../../components/engine-reasons.tsx';
import { time, whole } from '../../format/figures.ts';

/** How well the load generator kept up, and why Apache JMeter ran a plan that could have been for our own engine. */
export function Engine({ view }: { view: RunViewResource }) {
  const { engine_reasons: reasons, generator } = view;
  if (reasons.length === 0 && !generator) return null;
  return (
    <section class="engine" aria-label="Engine">
      {generator && <KeepingUp generator={generator} />}
      {reasons.length > 0 && (
        <>
          <p>Apache JMeter runs this plan, because of what Spate’s own engine is not proven to do:</p>
          <EngineReasons reasons={reasons} />
        </>
      )}
    </section>
  );
}

/** What it means stands in the verdict. */
function KeepingUp({ generator }: { generator: NonNullable<RunViewResource['generator']> }) {
  const { lag_p99_ms: p99, lag_max_ms: worst, busy_share: busy, is_at_limit: isAtLimit } = generator;
  const which = generator.includes_start ? ' (whole run, with the engine’s start)' : '';
  const figures = `Schedule lag p99 ${time(p99)}, worst ${time(worst)}${which}; generator ${whole(Math.floor(busy * 100))} % busy`;
  return isAtLimit ? (
    <p class="doubt">△ {figures}: at its limit, so what it measured may be its own delay.</p>
  ) : (
    <p title="How late users acted, and how much of the time the generator had something to do">{figures}</p>
  );
}
