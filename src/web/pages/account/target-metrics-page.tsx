import { useState } from 'preact/hooks';
import type {
  MetricSourceResource,
  TargetMetricsResource,
} from '../../../contract/resources/target-metrics.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { isOwner, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { MetricExports } from './metric-exports.tsx';
import { SetMetricSource } from './set-metric-source.tsx';

/** Prometheus servers of projects, whose metrics are drawn on the time axis of runs. */
export default function TargetMetricsPage(_: PageProps) {
  const sources = useLoaded((signal) => api.targetMetrics.list({ signal }), []);
  const projects = useLoaded((signal) => api.account.projects({ signal }), []);
  const names = projects.value?._embedded.projects.map(({ name }) => name) ?? [];
  const canManage = isOwner(session.value);
  const list = sources.value?._embedded.sources;
  return (
    <AccountFrame title="Target metrics">
      <header class="head">
        <h1>Target metrics</h1>
        {list && <span class="soft">{count(list.length, 'source')}</span>}
      </header>
      <p class="soft">
        Queries to Prometheus for each project. Their results are stored with every run and drawn on its time
        axis.
      </p>
      {sources.error && <Failed error={sources.error} retry={sources.reload} />}
      {!list && !sources.error && <Loading what="target metrics" />}
      {list?.length === 0 && (
        <Empty
          title="No target metrics yet"
          command={`spate target-metrics set http://prometheus.example:9090 --query 'CPU=avg(rate(node_cpu_seconds_total{mode!="idle"}[30s]))'`}
        />
      )}
      {list?.map((source) => (
        <Source key={source.uuid} source={source} canManage={canManage} onChange={sources.reload} />
      ))}
      {canManage && (
        <Part title="Set source">
          <SetMetricSource sources={list ?? []} projects={names} onSet={sources.reload} />
        </Part>
      )}
      <MetricExports projects={names} canManage={canManage} />
    </AccountFrame>
  );
}

interface SourceProps {
  source: MetricSourceResource;
  canManage: boolean;
  onChange: () => void;
}

function Source({ source, canManage, onChange }: SourceProps) {
  const { uuid, project, target, queries } = source;
  const [tested, setTested] = useState<TargetMetricsResource>();
  const action = useAction();
  const test = () =>
    void action.run(async () => {
      setTested(undefined);
      setTested(await api.targetMetrics.test(uuid));
    });
  const remove = () =>
    void action.run(async () => {
      await api.targetMetrics.remove(uuid);
      onChange();
    });
  return (
    <Part
      title={`${project}: ${target}`}
      aside={
        canManage && (
          <span class="buttons">
            <button type="button" disabled={action.isBusy} onClick={test}>
              Test
            </button>
            <button type="button" class="warning" disabled={action.isBusy} onClick={remove}>
              Delete
            </button>
          </span>
        )
      }
    >
      <Problems messages={action.error ? [action.error.message] : []} />
      <dl class="queries">
        {queries.map(({ name, expression }) => {
          const result = tested?.metrics.find((metric) => metric.name === name);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{expression}</code>
                {result && (
                  <p role="status" class={result.series.length > 0 ? 'good' : 'bad'}>
                    {result.series.length > 0 ? '✓' : '✕'} {count(result.series.length, 'series', 'series')}{' '}
                    in the last 5 min{result.problem !== null && `. ${result.problem}`}
                  </p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Part>
  );
}
