import type { RequestCheck, RequestExtractor } from '../../../contract/resources/plan-conversion.ts';
import { Icon } from '../../components/icons.tsx';

const checkKinds: Record<RequestCheck['kind'], string> = {
  status: 'Status is',
  contains: 'Body contains',
  json_path: 'JSONPath exists',
  max_ms: 'Longest time in ms',
};

const extractorKinds: Record<RequestExtractor['kind'], string> = {
  json_path: 'JSONPath in body',
  regex: 'Regular expression in body',
  header_regex: 'Regular expression in headers',
};

/** Conditions that fail a sample. */
export function RequestChecks({
  checks,
  change,
}: {
  checks: readonly RequestCheck[];
  change: (checks: RequestCheck[]) => void;
}) {
  const set = (at: number, changes: Partial<RequestCheck>) =>
    change(checks.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  return (
    <div class="entries">
      <p class="title">Checks</p>
      {checks.map((check, index) => (
        <div class="entry" key={index}>
          <select
            aria-label="Kind of check"
            value={check.kind}
            onChange={(event) => set(index, { kind: event.currentTarget.value as RequestCheck['kind'] })}
          >
            {Object.entries(checkKinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
          <input
            class="code"
            aria-label={checkKinds[check.kind]}
            value={check.value}
            onInput={(event) => set(index, { value: event.currentTarget.value })}
          />
          <Remove what="check" onClick={() => change(checks.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button type="button" onClick={() => change([...checks, { kind: 'status', value: '200' }])}>
        Add check
      </button>
    </div>
  );
}

/** Variables from the response; suggested ones can be disabled. */
export function RequestExtractors({
  extractors,
  change,
}: {
  extractors: readonly RequestExtractor[];
  change: (extractors: RequestExtractor[]) => void;
}) {
  const set = (at: number, changes: Partial<RequestExtractor>) =>
    change(extractors.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  return (
    <div class="entries">
      <p class="title">Extractors</p>
      {extractors.map((extractor, index) => (
        <div class="entry" key={index}>
          <label class="check">
            <input
              type="checkbox"
              aria-label={`Extract ${extractor.variable}`}
              checked={extractor.enabled}
              onChange={(event) => set(index, { enabled: event.currentTarget.checked })}
            />
          </label>
          <input
            class="code"
            aria-label="Variable"
            value={extractor.variable}
            onInput={(event) => set(index, { variable: event.currentTarget.value })}
          />
          {extractor.enabled ? (
            <>
              <select
                aria-label="Kind of extractor"
                value={extractor.kind}
                onChange={(event) =>
                  set(index, { kind: event.currentTarget.value as RequestExtractor['kind'] })
                }
              >
                {Object.entries(extractorKinds).map(([kind, name]) => (
                  <option key={kind} value={kind}>
                    {name}
                  </option>
                ))}
              </select>
              <input
                class="code"
                aria-label="Expression"
                value={extractor.expression}
                onInput={(event) => set(index, { expression: event.currentTarget.value })}
              />
            </>
          ) : (
            <input
              class="code"
              aria-label={`Fixed value of ${extractor.variable}`}
              placeholder="Fixed value"
              value={extractor.fallback}
              onInput={(event) => set(index, { fallback: event.currentTarget.value })}
            />
          )}
          <Remove what="extractor" onClick={() => change(extractors.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button
        type="button"
        onClick={() =>
          change([
            ...extractors,
            { variable: 'value', kind: 'json_path', expression: '$.value', fallback: '', enabled: true },
          ])
        }
      >
        Add extractor
      </button>
    </div>
  );
}

function Remove({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={`Remove ${what}`} title="Remove" onClick={onClick}>
      <Icon name="cross" />
    </button>
  );
}
