import { useState } from 'preact/hooks';
import { metricExportKindWords } from '../../../contract/metric-export-words.ts';
import type { MetricExportResource } from '../../../contract/resources/metric-export.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { namedAlike, SelectField } from '../../components/select-field.tsx';

type Kind = MetricExportResource['kind'];

const fields = ['metric_export[kind]', 'metric_export[address]', 'metric_export[project]'];

/** Receivers of live figures of runs. */
export function MetricExports({ projects, canManage }: { projects: readonly string[]; canManage: boolean }) {
  const exports = useLoaded((signal) => api.metricExports.list({ signal }), []);
  const action = useAction();
  const list = exports.value?._embedded.exports ?? [];
  const remove = (id: string) =>
    void action.run(async () => {
      await api.metricExports.remove(id);
      exports.reload();
    });
  return (
    <Part title="Metric exports">
      <p class="soft">
        Live figures of the runs of a project, sent every 15 s by Prometheus remote write or OTLP.
      </p>
      <Problems messages={[exports.error, action.error].flatMap((error) => (error ? [error.message] : []))} />
      {list.length > 0 && (
        <DataTable
          caption="Metric exports"
          drawsAll
          columns={columnsOf(canManage ? remove : undefined)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={({ uuid }) => uuid}
        />
      )}
      {exports.value && list.length === 0 && <p class="soft">No metric exports.</p>}
      {canManage && <NewExport projects={projects} onAdded={exports.reload} />}
    </Part>
  );
}

function columnsOf(onRemove: ((id: string) => void) | undefined): Column<MetricExportResource>[] {
  return [
    { key: 'project', name: 'Project', isText: true, cell: ({ project }) => project },
    { key: 'kind', name: 'Kind', isText: true, cell: ({ kind }) => metricExportKindWords[kind] },
    { key: 'target', name: 'Target', isText: true, cell: ({ target }) => target },
    {
      key: 'sent',
      name: 'Last sent',
      isText: true,
      cell: ({ last_sent }) => (last_sent === null ? 'never' : <Moment at={last_sent} />),
    },
    {
      key: 'problem',
      name: 'Problem',
      isText: true,
      cell: ({ problem }) => (problem === null ? '' : <span class="bad">✕ {problem}</span>),
      title: ({ problem }) => problem ?? undefined,
    },
    ...(onRemove
      ? [
          {
            key: 'remove',
            name: 'Actions',
            cell: ({ uuid, target }: MetricExportResource) => (
              <button type="button" class="warning" onClick={() => onRemove(uuid)}>
                Delete<span class="hidden"> export to {target}</span>
              </button>
            ),
          },
        ]
      : []),
  ];
}

function NewExport({ projects, onAdded }: { projects: readonly string[]; onAdded: () => void }) {
  const [kind, setKind] = useState<Kind>('remote_write');
  const [address, setAddress] = useState('');
  const [project, setProject] = useState<string>();
  const { error, isBusy, run } = useAction();
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      await api.metricExports.create({ kind, address, project: project ?? projects[0] });
      setAddress('');
      onAdded();
    });
  };
  return (
    <form class="add" onSubmit={add} noValidate>
      <SelectField
        name="Kind"
        field="metric_export[kind]"
        error={error}
        value={kind}
        options={Object.entries(metricExportKindWords) as [Kind, string][]}
        onSelect={setKind}
      />
      <Field
        name="URL"
        field="metric_export[address]"
        error={error}
        hint={`For example ${kind === 'otlp' ? 'http://collector:4318/v1/metrics' : 'http://prometheus:9090/api/v1/write'}`}
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
      <SelectField
        name="Project of the runs"
        field="metric_export[project]"
        error={error}
        value={project}
        options={namedAlike(projects)}
        onSelect={setProject}
      />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Add export
      </button>
    </form>
  );
}
