import { useRef, useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { RunChangesInput } from '../../../contract/inputs.ts';
import { entriesOf } from '../../../contract/records.ts';
import type { RowFileResource } from '../../../contract/resources/inspection.ts';
import type { TestParametersResource, TestResource } from '../../../contract/resources/load-test.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { numberLabels, textLabels } from '../../../contract/run-settings.ts';
import { suggestedAbortRule } from '../../../contract/suggested-abort-rule.ts';
import { api } from '../../app/api.ts';
import { navigate } from '../../app/location.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { DataFiles } from '../../components/data-files.tsx';
import { engineNames } from '../../components/engine-names.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { type GridChoice, noGridChoice } from '../../components/grids/grid-choice.ts';
import { GridSelection } from '../../components/grids/grid-selection.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { PublicCheck } from '../../components/public-check.tsx';
import { SettingChoice } from '../../components/setting-choice.tsx';
import { typedSettings } from '../../components/typed-settings.ts';
import { count } from '../../format/figures.ts';
import { changesOf, gridChanges, nodesOf } from './run-changes.ts';
import { SizeOfTest } from './size-of-test.tsx';

type Parameter = TestParametersResource['parameters'][number];

const ownFields = [
  ...Object.keys(numberLabels).map((name) => `run[${name}]`),
  ...Object.keys(textLabels).map((name) => `run[${name}]`),
  'run[fail_if][]',
  'run[abort_if][]',
  'run[nodes]',
  'run[grids][]',
  'run[name]',
  'run[tag_list]',
  'run[notes]',
  'run[engine]',
  'run[parameters][]',
  'run[secrets][]',
];

interface RunAgainProps {
  test: TestResource;
  /** The test has changed. */
  onChange: (test: TestResource) => void;
  onClose: () => void;
}

/** Form with every setting of the test and every parameter that its plan reads. */
export function RunAgain({ test, onChange, onClose }: RunAgainProps) {
  const { run } = test._embedded;
  const parameters = useLoaded((signal) => api.tests.parameters(test.uuid, { signal }), [test.uuid]);
  const grids = useLoaded((signal) => api.grids.list({ signal }), []);
  const [choice, setChoice] = useState<GridChoice>(() => ({
    ...noGridChoice,
    where: 'test',
    duration: String(run?.duration ?? ''),
    rampup: String(run?.rampup ?? ''),
  }));
  const chooseGrids = (changes: Partial<GridChoice>) => setChoice((before) => ({ ...before, ...changes }));
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  if (run === null)
    return (
      <Part title="Run again">
        <p>All runs of this test were deleted, with its plan. Upload the plan again as a new run.</p>
      </Part>
    );
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const known = parameters.value?.parameters ?? [];
    const changes: RunChangesInput = {
      ...changesOf((name) => (fields.has(name) ? String(fields.get(name)) : undefined), run, known),
      ...gridChanges(choice, grids.value?._embedded.grids ?? []),
    };
    setBusy(true);
    setError(undefined);
    try {
      navigate(`/app/runs/${(await api.tests.run(test.uuid, changes)).uuid}`);
    } catch (thrown) {
      setError(toContractError(thrown));
      setBusy(false);
    }
  };
  const readLength = (event: { currentTarget: HTMLFormElement }) => {
    const fields = new FormData(event.currentTarget);
    chooseGrids({ duration: String(fields.get('duration')), rampup: String(fields.get('rampup')) });
  };
  return (
    <Part title="Run again">
      <SizeOfTest
        test={test}
        run={run}
        form={form}
        onChange={onChange}
        onUse={() => chooseGrids({ where: 'test' })}
      />
      <form ref={form} class="run-again" onSubmit={start} onInput={readLength} noValidate>
        {entriesOf(numberLabels).map(([name, { label, hint }]) => (
          <Field key={name} name={label} field={`run[${name}]`} error={error} hint={hint}>
            {(ids) => (
              <input {...ids} name={name} type="number" min={0} defaultValue={String(run[name] ?? '')} />
            )}
          </Field>
        ))}
        {(parameters.value?.parameters ?? []).filter(isOwn).map((parameter) => (
          <Field
            key={parameter.name}
            name={parameter.name}
            field={parameter.is_secret ? 'run[secrets][]' : 'run[parameters][]'}
            error={error}
            hint={hintOf(parameter)}
          >
            {(ids) => <ParameterInput ids={ids} parameter={parameter} />}
          </Field>
        ))}
        <div class="wide">
          <GridSelection
            draft={choice}
            change={chooseGrids}
            error={error}
            grids={grids}
            tool={run.tool}
            engine={run.engine ?? undefined}
            ofTest={{
              says: gridsText(run),
              nodes: <Nodes run={run} error={error} isOff={choice.where !== 'test'} />,
            }}
          />
          <RowSharing run={run} files={parameters.value?.row_files ?? []} error={error} />
          {typedSettings.map(([name, { label, hint, choices }]) => (
            <Field key={name} name={label} field={`run[${name}]`} error={error} hint={hint}>
              {(ids) =>
                choices ? (
                  <SettingChoice ids={ids} name={name} choices={choices} value={run[name] ?? ''} />
                ) : (
                  <input {...ids} class="code" name={name} defaultValue={run[name] ?? ''} />
                )
              }
            </Field>
          ))}
          <Field name="Fail the run if" field="run[fail_if][]" error={error} hint="Thresholds, one per line">
            {(ids) => (
              <textarea {...ids} class="code" rows={2} name="fail_if" defaultValue={run.fail_if.join('\n')} />
            )}
          </Field>
          <Field
            name="Stop the run early if"
            field="run[abort_if][]"
            error={error}
            hint="Abort rules, one per line"
          >
            {(ids) => <AbortRules ids={ids} run={run} />}
          </Field>
          {run.tool === 'jmeter' && (
            <Field name="Engine" field="run[engine]" error={error}>
              {(ids) => (
                <SettingChoice ids={ids} name="engine" choices={engineNames} value={run.engine_requested} />
              )}
            </Field>
          )}
          <Field name="Name of the run" field="run[name]" error={error}>
            {(ids) => <input {...ids} name="name" defaultValue={run.name ?? ''} />}
          </Field>
          <Field name="Tags" field="run[tag_list]" error={error} hint="Comma-separated">
            {(ids) => <input {...ids} name="tag_list" defaultValue={run.tag_list.join(', ')} />}
          </Field>
          <Field name="Notes" field="run[notes]" error={error}>
            {(ids) => <textarea {...ids} rows={2} name="notes" defaultValue={run.notes ?? ''} />}
          </Field>
          <PublicCheck input={{ name: 'public', defaultChecked: run.privacy === 'public' }} />
          <label class="check">
            <input type="checkbox" name="save" /> Save: the test has these settings from now on
          </label>
          <Problems messages={otherProblems(error, ownFields)} />
          <div class="buttons">
            <button type="submit" class="primary" disabled={isBusy}>
              {isBusy ? 'Starting' : 'Start run'}
            </button>
            <button type="button" class="quiet" onClick={onClose}>
              Cancel
            </button>
          </div>
        </div>
      </form>
    </Part>
  );
}

interface NodesProps {
  run: RunResource;
  error: ContractError | undefined;
  /** The run uses other grids. */
  isOff: boolean;
}

function Nodes({ run, error, isOff }: NodesProps) {
  return (
    <Field name="Nodes" field="run[nodes]" error={error} hint="In all, on grids like those of the test">
      {(ids) => (
        <input
          {...ids}
          name="nodes"
          type="number"
          min={1}
          disabled={isOff}
          defaultValue={String(nodesOf(run))}
        />
      )}
    </Field>
  );
}

/** Has a button that adds the suggested rule. */
function AbortRules({ ids, run }: { ids: Record<string, unknown>; run: RunResource }) {
  const [text, setText] = useState(run.abort_if.join('\n'));
  return (
    <>
      <textarea
        {...ids}
        class="code"
        rows={2}
        name="abort_if"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {!text.includes(suggestedAbortRule) && (
        <button type="button" class="link" onClick={() => setText(`${text}\n${suggestedAbortRule}`.trim())}>
          Add {suggestedAbortRule}
        </button>
      )}
    </>
  );
}

interface RowSharingProps {
  run: RunResource;
  files: readonly RowFileResource[];
  error: ContractError | undefined;
}

/** Row sharing of the data files, as a text in the form. */
function RowSharing({ run, files, error }: RowSharingProps) {
  const [text, setText] = useState(run.data_files ?? '');
  return (
    <>
      <input type="hidden" name="data_files" value={text} />
      <DataFiles text={text} files={files} error={error} onChange={setText} />
    </>
  );
}

function gridsText({ _embedded: { grids } }: RunResource): string {
  const text = grids.map(({ instance_quantity: nodes, region, infrastructure }) =>
    infrastructure === 'shared' ? 'the shared grid' : `${count(nodes, 'node')} in ${region}`,
  );
  return text.join(', ') || 'none';
}

/** False for parameters named like a setting, which has its own field. */
function isOwn({ name }: Parameter): boolean {
  return !Object.hasOwn(numberLabels, name);
}

function hintOf({ default: usual, is_secret: isSecret }: Parameter): string {
  if (isSecret) return 'Secret. Empty: unchanged';
  return usual === null ? 'No default in the plan' : `Default: ${usual}`;
}

/** The value of a secret is neither shown nor entered in plain text. */
function ParameterInput({ ids, parameter }: { ids: Record<string, unknown>; parameter: Parameter }) {
  const { name, value, is_secret: wasSecret } = parameter;
  const [isSecret, setSecret] = useState(wasSecret);
  return (
    <>
      <input
        {...ids}
        name={`parameter ${name}`}
        {...(isSecret
          ? ({ type: 'password', autocomplete: 'new-password' } as const)
          : ({ type: 'text', autocomplete: 'off' } as const))}
        placeholder={wasSecret && isSecret ? '***' : ''}
        defaultValue={value ?? ''}
      />
      <label class="check">
        <input
          type="checkbox"
          name={`secret ${name}`}
          checked={isSecret}
          onChange={(event) => setSecret(event.currentTarget.checked)}
        />{' '}
        Secret
      </label>
    </>
  );
}
