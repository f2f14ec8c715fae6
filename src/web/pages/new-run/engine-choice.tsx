import type { InspectionResource } from '../../../contract/resources/inspection.ts';
import { EngineReasons } from '../../components/engine-reasons.tsx';
import { problemsOf } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import type { Draft, FormPartProps } from './draft.ts';

const choices: Record<Draft['engine'], string> = {
  auto: 'Automatic',
  spate: 'Spate’s own',
  apache: 'Apache JMeter',
};

/** What runs a JMeter plan, with what is known of this one. */
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
        hint="Automatic takes Spate’s own where everything in the plan is proven to do the same"
      >
        {(ids) => (
          <select
            {...ids}
            value={draft.engine}
            onChange={(event) => change({ engine: event.currentTarget.value as Draft['engine'] })}
          >
            {Object.entries(choices).map(([engine, name]) => (
              <option key={engine} value={engine}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div aria-live="polite">
        <Judgement choice={draft.engine} found={found} refusals={problemsOf(error, 'run[engine]')} />
      </div>
    </div>
  );
}

interface JudgementProps {
  choice: Draft['engine'];
  found: InspectionResource | undefined;
  refusals: readonly string[];
}

/** Which engine it will be and why; what the service refused when it knows more than the look at the plan. */
function Judgement({ choice, found, refusals }: JudgementProps) {
  const reasons = found?.engine ? found.engine_reasons : [];
  if (choice === 'spate' && reasons.length > 0)
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
  if (reasons.length === 0)
    return (
      <p class={choice === 'apache' ? 'soft' : 'good'}>
        {choice === 'apache'
          ? 'Spate’s own engine could run this plan: everything in it is proven.'
          : '✓ Spate’s own engine will run it: everything in the plan is proven to do the same as in Apache JMeter.'}
      </p>
    );
  if (choice === 'apache') return null;
  return (
    <>
      <p>Apache JMeter will run it, because of what Spate’s own engine is not proven to do:</p>
      <EngineReasons reasons={reasons} />
    </>
  );
}
