import { useState } from 'preact/hooks';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api, apiUrl } from '../../app/api.ts';
import { useKeys } from '../../app/keys.ts';
import { navigate } from '../../app/location.ts';
import { toContractError } from '../../app/use-loaded.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Icon } from '../../components/icons.tsx';
import { EditRun } from './edit-run.tsx';
import { LiveControl } from './live-control.tsx';
import { reportUrl } from './report-url.ts';

interface ActionsProps {
  view: RunViewResource;
  /** Name, tags, notes or privacy have changed. */
  onEdit: () => void;
  onStop: () => void;
}

/** Edit, delete, stop, repeat, share and compare. Actions with side effects ask for confirmation. */
export function Actions({ view, onEdit, onStop }: ActionsProps) {
  const [asking, setAsking] = useState<'stop' | 'repeat' | 'share' | 'edit' | 'delete'>();
  const [problem, setProblem] = useState<string>();
  const [isStopping, setStopping] = useState(false);
  const isActive = view.status !== 'finished';
  const isPublic = view.privacy === 'public';
  const isImported = view.imported !== null;
  const compare = () => navigate(`/app/compare?runs=${view.uuid}`);
  const attempt = (work: () => Promise<void>) => {
    setProblem(undefined);
    work().catch((thrown: unknown) => setProblem(toContractError(thrown).message));
  };
  const stop = () =>
    attempt(async () => {
      setStopping(true);
      try {
        await api.runs.stop(view.uuid);
      } finally {
        setStopping(false);
        onStop();
      }
    });
  const repeat = () => attempt(async () => navigate(`/app/runs/${(await api.runs.repeat(view.uuid)).uuid}`));
  const remove = () =>
    attempt(async () => {
      await api.runs.remove(view.uuid);
      navigate('/app');
    });
  const share = () =>
    attempt(async () => {
      await api.runs.setPrivacy(view.uuid, isPublic ? 'private' : 'public');
      onEdit();
    });
  const isEnding = isStopping || view.is_stop_requested;
  useKeys(
    [
      ...(isActive ? [{ key: 's', does: 'Stop run', run: () => setAsking('stop') }] : []),
      ...(isImported ? [] : [{ key: 'r', does: 'Repeat run', run: () => setAsking('repeat') }]),
      { key: 'c', does: 'Compare with another run', run: compare },
    ],
    [isActive, view.uuid],
  );
  return (
    <div class="run-actions">
      {!isImported && (
        <button type="button" class="quiet" onClick={() => setAsking('edit')}>
          Edit
        </button>
      )}
      {!isActive && (
        <button type="button" class="quiet" onClick={() => setAsking('delete')}>
          Delete
        </button>
      )}
      <button type="button" class="quiet" onClick={() => setAsking('share')}>
        {isPublic ? 'Make private' : 'Make public'}
      </button>
      <button type="button" class="quiet" onClick={compare}>
        Compare
      </button>
      {view.status !== 'queued' && (
        <a class="button quiet" href={reportUrl(view)} target="_blank" rel="noreferrer">
          HTML report
        </a>
      )}
      {!isActive && (
        <a class="button quiet" href={apiUrl(`/runs/${view.uuid}/export`)} download>
          Export
        </a>
      )}
      {view.engine === 'spate' && view.phase === 'running' && !isEnding && (
        <LiveControl view={view} onChange={onEdit} />
      )}
      {!isImported && (
        <button type="button" onClick={() => setAsking('repeat')}>
          <Icon name="repeat" /> Repeat run
        </button>
      )}
      {isActive && (
        <button type="button" class="warning" disabled={isEnding} onClick={() => setAsking('stop')}>
          <Icon name="stop" /> {isEnding ? 'Stopping' : 'Stop run'}
        </button>
      )}
      {problem !== undefined && (
        <p class="bad" role="alert">
          ✕ {problem}
        </p>
      )}
      {asking === 'edit' && <EditRun view={view} onSaved={onEdit} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && (
        <Confirm
          title="Delete this run?"
          action="Delete run"
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(undefined)}
        >
          <p>This deletes its results, files and archives for all users. It cannot be undone.</p>
        </Confirm>
      )}
      {asking === 'stop' && (
        <Confirm
          title="Stop this run?"
          action="Stop run"
          isDangerous
          onConfirm={stop}
          onClose={() => setAsking(undefined)}
        >
          <p>This stops the load on all nodes. Results recorded so far are kept and reported.</p>
        </Confirm>
      )}
      {asking === 'repeat' && (
        <Confirm
          title="Repeat this run?"
          action="Repeat run"
          onConfirm={repeat}
          onClose={() => setAsking(undefined)}
        >
          <p>This starts a new run with the same files, settings and kinds of grids.</p>
        </Confirm>
      )}
      {asking === 'share' && (
        <Confirm
          title={isPublic ? 'Make this run private?' : 'Make this run public?'}
          action={isPublic ? 'Make private' : 'Make public'}
          onConfirm={share}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {isPublic
              ? 'Only users of this account can see it.'
              : 'Anyone with the link can see the results, but no files, logs, node names and error messages.'}
          </p>
        </Confirm>
      )}
    </div>
  );
}
