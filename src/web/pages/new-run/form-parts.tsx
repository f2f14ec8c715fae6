import { entriesOf } from '../../../contract/records.ts';
import { numberLabels, numberSettings } from '../../../contract/run-settings.ts';
import { suggestedAbortRule } from '../../../contract/suggested-abort-rule.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Field } from '../../components/form-field.tsx';
import { PublicCheck } from '../../components/public-check.tsx';
import { SettingChoice } from '../../components/setting-choice.tsx';
import { typedSettings } from '../../components/typed-settings.ts';
import type { FormPartProps } from './draft.ts';

/** Load settings and plan overrides. */
export function Load({ draft, change, error }: FormPartProps) {
  return (
    <fieldset>
      <legend>Load</legend>
      <div class="row four">
        {entriesOf(numberLabels).map(([name, { label, hint }]) => (
          <Field key={name} name={label} field={`run[${name}]`} error={error} hint={hint}>
            {(ids) => (
              <input
                {...ids}
                type="number"
                min={numberSettings[name].kind === 'count' ? 1 : 0}
                inputMode="numeric"
                value={draft[name]}
                onInput={(event) => change({ [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {typedSettings.map(([name, { label, hint, choices }]) => (
        <Field key={name} name={label} field={`run[${name}]`} error={error} hint={hint}>
          {(ids) =>
            choices ? (
              <SettingChoice
                ids={ids}
                name={name}
                choices={choices}
                value={draft[name]}
                onChange={(value) => change({ [name]: value })}
              />
            ) : (
              <input
                {...ids}
                class="code"
                spellcheck={false}
                value={draft[name]}
                onInput={(event) => change({ [name]: event.currentTarget.value })}
              />
            )
          }
        </Field>
      ))}
    </fieldset>
  );
}

/** Conditions that fail the run, or end it early. */
export function Thresholds({ draft, change, error }: FormPartProps) {
  return (
    <fieldset>
      <legend>Thresholds</legend>
      <Field
        name="Fail the run if"
        field="run[fail_if][]"
        error={error}
        hint={
          'One per line: p95 > 800ms, errors > 1%, label("Checkout").p99 > 2s. Response times cover passed samples; use p95(failed) or p95(all) for others.'
        }
      >
        {(ids) => (
          <textarea
            {...ids}
            class="code"
            rows={2}
            spellcheck={false}
            value={draft.failIf}
            onInput={(event) => change({ failIf: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="Stop the run early if"
        field="run[abort_if][]"
        error={error}
        hint={`Abort rules, one per line: a condition that holds in each second for a time, such as ${suggestedAbortRule}. The run ends and fails.`}
      >
        {(ids) => (
          <>
            <textarea
              {...ids}
              class="code"
              rows={2}
              spellcheck={false}
              value={draft.abortIf}
              onInput={(event) => change({ abortIf: event.currentTarget.value })}
            />
            {!draft.abortIf.includes(suggestedAbortRule) && (
              <button
                type="button"
                class="link"
                onClick={() => change({ abortIf: `${draft.abortIf}\n${suggestedAbortRule}`.trim() })}
              >
                Add {suggestedAbortRule}
              </button>
            )}
          </>
        )}
      </Field>
    </fieldset>
  );
}

/** Name, project, tags, notes and visibility. */
export function Details({ draft, change, error }: FormPartProps) {
  const projects = useLoaded((signal) => api.account.projects({ signal }), []);
  return (
    <fieldset>
      <legend>Details</legend>
      <Field name="Name" field="run[name]" error={error}>
        {(ids) => (
          <input
            {...ids}
            value={draft.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="row two">
        <Field name="Project" field="run[project]" error={error} hint="Created if it does not exist">
          {(ids) => (
            <>
              <input
                {...ids}
                list="projects"
                value={draft.project}
                onInput={(event) => change({ project: event.currentTarget.value })}
              />
              <datalist id="projects">
                {projects.value?._embedded.projects.map(({ id, name }) => (
                  <option key={id} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field name="Tags" field="run[tag_list]" error={error} hint="Comma-separated">
          {(ids) => (
            <input
              {...ids}
              value={draft.tags}
              onInput={(event) => change({ tags: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <Field
        name="Test"
        field="run[test]"
        error={error}
        hint="The runs of a test form one history. Default: the test with the same plan file and name"
      >
        {(ids) => (
          <input
            {...ids}
            value={draft.test}
            onInput={(event) => change({ test: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="Notes" field="run[notes]" error={error}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            value={draft.notes}
            onInput={(event) => change({ notes: event.currentTarget.value })}
          />
        )}
      </Field>
      <PublicCheck
        input={{
          checked: draft.privacy === 'public',
          onChange: (event) => change({ privacy: event.currentTarget.checked ? 'public' : 'private' }),
        }}
      />
    </fieldset>
  );
}
