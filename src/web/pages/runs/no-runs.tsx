import { api } from '../../app/api.ts';
import { navigate } from '../../app/location.ts';
import { canOperate, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Problems } from '../../components/problems.tsx';
import { Empty, Loading } from '../../components/states.tsx';

/** Empty run list: offers the demo run where it is possible, else the command. */
export function NoRuns() {
  const mayStart = canOperate(session.value);
  const demo = useLoaded(mayStart ? (signal) => api.demo.get({ signal }) : undefined, [mayStart]);
  const { error, isBusy, run } = useAction();
  if (mayStart && !demo.value && !demo.error) return <Loading what="runs" />;
  if (!mayStart || !demo.value?.available)
    return (
      <Empty title="No runs yet" command="spate demo" after={mayStart && <OwnFiles />}>
        <p>
          Try the demo: it starts a separate service and a sample shop, runs a load test against the shop and
          shows the report.
        </p>
      </Empty>
    );
  const start = () =>
    run(async () => {
      navigate(`/app/runs/${(await api.demo.start()).uuid}`);
    });
  return (
    <Empty title="No runs yet" after={<OwnFiles />}>
      <p>
        The demo run sends the requests of 10 virtual users to a sample shop for 30 s. The service runs the
        shop itself, and nothing leaves its machine.
      </p>
      <p>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void start()}>
          Start demo run
        </button>
      </p>
      <Problems messages={error ? [error.message] : []} />
    </Empty>
  );
}

function OwnFiles() {
  return (
    <p>
      Or <a href="/app/new">start a run with your own files</a>.
    </p>
  );
}
