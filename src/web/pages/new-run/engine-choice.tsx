import type { InspectionResource } from '../../../contract/resources/inspection.ts';
import { engineNames } from '../../components/engine-names.ts';
import { EngineReasons } from '../../components/engine-reasons.tsx';
import { problemsOf } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import type { Draft, FormPartProps } from './draft.ts';

/** Engine selection for a JMeter plan, with the result of the inspection. */
export function EngineChoice({
  draft,
  change,
  error,
  found,
}: FormPartProps & { found: InspectionResource | undefined }) {
  return (
    <div class="engine-choice">
      <Field
        name="Engine"
        field=""
        error={undefined}
        hint="Automatic uses Spate’s own engine if every plan element is verified to behave as in Apache JMeter"
      >
        {(ids) => (
          <select
            {...ids}
            value={draft.engine}
            onChange={(event) => change({ engine: event.currentTarget.value as Draft['engine'] })}
          >
            {Object.entries(engineNames).map(([engine, name]) => (
              <option key={engine} value={engine}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div aria-live="polite">
        <EngineDecision choice={draft.engine} found={found} refusals={problemsOf(error, 'run[engine]')} />
      </div>
    </div>
  );
}

interface EngineDecisionProps {
  choice: Draft['engine'];
  found: InspectionResource | undefined;
  refusals: readonly string[];
}

/** The resulting engine with reasons, or the errors of a rejected submission. */
function EngineDecision({ choice, found, refusals }: EngineDecisionProps) {
  const reasons = found?.engine ? found.engine_reasons : [];
  const isOwn = found?.engine === 'spate';
  if (choice === 'spate' && !isOwn && reasons.length > 0)
    return (
      <>
        <p class="bad">✕ Spate’s own engine cannot run this plan. Choose Automatic, or change the plan:</p>
        <EngineReasons reasons={reasons} />
      </>
    );
  if (refusals.length > 0)
    return (
      <ul class="engine-reasons bad">
        {refusals.map((sentence) => (
          <li key={sentence}>✕ {sentence}</li>
        ))}
      </ul>
    );
  if (!found?.engine) return null;
  if (isOwn && reasons.length > 0 && choice !== 'apache')
    return (
      <>
        <p class="good">✓ Engine: Spate’s own. These elements run in a JVM, which needs Java on the nodes:</p>
        <EngineReasons reasons={reasons} />
      </>
    );
  if (isOwn)
    return (
      <p class={choice === 'apache' ? 'soft' : 'good'}>
        {choice === 'apache'
          ? 'Spate’s own engine can also run this plan.'
          : '✓ Engine: Spate’s own. Every plan element is verified to behave as in Apache JMeter.'}
      </p>
    );
  if (choice === 'apache') return null;
  return (
    <>
      <p>Engine: Apache JMeter. Spate’s own engine does not support:</p>
      <EngineReasons reasons={reasons} />
    </>
  );
}
