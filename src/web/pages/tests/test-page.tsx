import { useEffect, useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { navigate } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { canOperate, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { usePolling } from '../../app/use-polling.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import '../runs/runs.css';
import { Trends } from '../runs/trends.tsx';
import { History } from './history.tsx';
import { PlanVersions } from './plan-versions.tsx';
import { RenameTest } from './rename-test.tsx';
import { RunAgain } from './run-again.tsx';
import { Schedules } from './schedules.tsx';
import './tests.css';

const refreshMs = 5000;

/** Page of one test: trend, history with the baseline, versions of the plan, and a form to run it again. */
export default function TestPage({ params }: PageProps) {
  const testId = params.testId ?? '';
  const round = usePolling(refreshMs);
  const loaded = useLoaded((signal) => api.tests.get(testId, { signal }), [testId]);
  const runs = useLoaded((signal) => api.runs.list({ test: testId }, { signal }), [testId, round]);
  const [asking, setAsking] = useState<'run' | 'rename' | 'delete'>();
  const action = useAction();
  const test = loaded.value;
  useEffect(() => {
    if (test) document.title = `${test.name} · Spate`;
  }, [test?.name]);
  if (!test)
    return loaded.error ? <Failed error={loaded.error} retry={loaded.reload} /> : <Loading what="test" />;
  const mayChange = canOperate(session.value);
  const pin = (baseline: string) =>
    void action.run(async () => loaded.replace(await api.tests.change(testId, { baseline })));
  const finished = runs.value?._embedded.runs.filter(({ status }) => status === 'finished').length ?? 0;
  return (
    <article class="runs">
      <header class="head">
        <h1>{test.name}</h1>
        <p class="soft">
          Test in project {test.project}, {count(runs.value?.total ?? 0, 'run')}
        </p>
        {mayChange && (
          <div class="run-actions">
            <button type="button" class="quiet" onClick={() => setAsking('rename')}>
              Rename
            </button>
            <button type="button" class="quiet" onClick={() => setAsking('delete')}>
              Delete
            </button>
            <button type="button" class="primary" onClick={() => setAsking('run')}>
              Run again
            </button>
          </div>
        )}
      </header>
      <Problems messages={action.error ? [action.error.message] : []} />
      {asking === 'run' && (
        <RunAgain test={test} onChange={loaded.replace} onClose={() => setAsking(undefined)} />
      )}
      <div class="test-runs">
        <Trends
          filter={{ test: testId }}
          project={test.project}
          title="Trend"
          times="passed"
          round={finished}
        />
        <Part title="History">
          {runs.value ? (
            <History
              runs={runs.value._embedded.runs}
              baseline={test.baseline_run}
              onPin={mayChange ? pin : undefined}
            />
          ) : (
            <Loading what="runs" />
          )}
        </Part>
      </div>
      <Schedules testId={testId} mayChange={mayChange} />
      <PlanVersions test={test} />
      {asking === 'rename' && (
        <RenameTest test={test} onSaved={loaded.replace} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'delete' && (
        <Confirm
          title="Delete this test?"
          action="Delete test"
          isDangerous
          onConfirm={() =>
            void action.run(async () => {
              await api.tests.remove(testId);
              navigate('/app/tests');
            })
          }
          onClose={() => setAsking(undefined)}
        >
          <p>Its runs stay, but no longer form a history.</p>
        </Confirm>
      )}
    </article>
  );
}
