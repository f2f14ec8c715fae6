import type { Times } from '../../contract/resources/report.ts';
import { sampleKinds } from '../../contract/sample-kinds.ts';
import { setParams } from '../app/location.ts';

/** Selects the samples whose response times the page shows. */
export function TimesChoice({ times }: { times: Times }) {
  return (
    <div class="times-choice">
      <span class="soft" aria-hidden="true">
        Response times of
      </span>
      <fieldset class="tabs">
        <legend class="hidden">Response times of</legend>
        {sampleKinds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === times}
            onClick={() => setParams({ of: each === 'passed' ? undefined : each })}
          >
            {each === 'all' ? 'all samples' : each}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
