import type { RunViewResource } from '../../../contract/resources/view.ts';
import { EngineReasons } from '../../components/engine-reasons.tsx';
import { time, whole } from '../../format/figures.ts';

/** Schedule lag and utilization of the load generator, why a plan runs on Apache JMeter, and which elements run in a JVM. */
export function Engine({ view }: { view: RunViewResource }) {
  const { engine, engine_reasons: reasons, generator } = view;
  if (reasons.length === 0 && !generator) return null;
  return (
    <section class="engine" aria-label="Engine">
      {generator && <GeneratorLoad generator={generator} />}
      {reasons.length > 0 && (
        <>
          <p>
            {engine === 'spate'
              ? 'These elements run in a JVM beside Spate’s own engine:'
              : 'This plan runs on Apache JMeter. Spate’s own engine does not support:'}
          </p>
          <EngineReasons reasons={reasons} />
        </>
      )}
    </section>
  );
}

/** Figures only; the verdict interprets them. */
function GeneratorLoad({ generator }: { generator: NonNullable<RunViewResource['generator']> }) {
  const { lag_p99_ms: p99, lag_max_ms: worst, busy_share: busy, is_at_limit: isAtLimit } = generator;
  const which = generator.includes_start ? ' (including engine start)' : '';
  const figures = `Schedule lag: p99 ${time(p99)}, max ${time(worst)}${which}. Generator utilization: ${whole(Math.floor(busy * 100))} %.`;
  return isAtLimit ? (
    <p class="doubt">△ {figures} The generator is saturated: response times may include its own delay.</p>
  ) : (
    <p title="How late virtual users acted, and the share of time the generator was busy">{figures}</p>
  );
}
