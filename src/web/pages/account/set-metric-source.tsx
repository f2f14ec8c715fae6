import { useState } from 'preact/hooks';
import type { MetricSourceResource } from '../../../contract/resources/target-metrics.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';
import { namedAlike, SelectField } from '../../components/select-field.tsx';

const fields = ['target_metrics[project]', 'target_metrics[address]', 'target_metrics[queries]'];

interface SetMetricSourceProps {
  sources: readonly MetricSourceResource[];
  projects: readonly string[];
  onSet: () => void;
}

/** Sets the Prometheus server and the queries of a project. */
export function SetMetricSource({ sources, projects, onSet }: SetMetricSourceProps) {
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? projects[0] ?? 'Default';
  const present = sources.find((source) => source.project === project);
  const [address, setAddress] = useState('');
  const [text, setText] = useState<string>();
  const written = present?.queries.map(({ name, expression }) => `${name}=${expression}`).join('\n') ?? '';
  const { error, isBusy, run } = useAction();
  const set = async (event: SubmitEvent) => {
    event.preventDefault();
    const queries = (text ?? written).split('\n').filter((line) => line.trim() !== '');
    await run(async () => {
      await api.targetMetrics.set({
        project,
        queries,
        ...(address.trim() === '' ? {} : { address: address.trim() }),
      });
      setAddress('');
      setText(undefined);
      onSet();
    });
  };
  return (
    <form class="add" onSubmit={set} noValidate>
      <SelectField
        name="Project"
        field="target_metrics[project]"
        error={error}
        value={project}
        options={namedAlike(projects)}
        onSelect={(name) => {
          setChosen(name);
          setText(undefined);
        }}
      />
      <Field
        name="Address"
        field="target_metrics[address]"
        error={error}
        hint={present ? `Empty: unchanged, ${present.target}` : 'For example http://prometheus.example:9090'}
      >
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            spellcheck={false}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="boxes">
        <Field
          name="Queries"
          field="target_metrics[queries]"
          error={error}
          hint="One per line: name=expression in PromQL, at most 20"
        >
          {(ids) => (
            <textarea
              {...ids}
              class="code"
              rows={5}
              spellcheck={false}
              value={text ?? written}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Save
      </button>
    </form>
  );
}
