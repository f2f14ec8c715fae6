import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import { runSettings } from '../../../contract/run-settings.ts';
import { api } from '../../app/api.ts';
import { navigate, pageLocation } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { canOperate, session } from '../../app/session.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { GridSelection } from '../../components/grids/grid-selection.tsx';
import { Empty } from '../../components/states.tsx';
import { Commands } from './commands.tsx';
import { CreatePlan } from './create-plan.tsx';
import { type Draft, emptyDraft, inputOf } from './draft.ts';
import { EngineChoice } from './engine-choice.tsx';
import { FileDrop } from './file-drop.tsx';
import './new-run.css';
import { Details, Load, Thresholds } from './form-parts.tsx';
import { PlanContents } from './plan-contents.tsx';
import { RowSharing } from './row-sharing.tsx';
import { Secrets } from './secrets.tsx';
import { type KeepSize, SizeOfPlan } from './size-of-plan.tsx';
import { uploadRun } from './upload-run.ts';
import { useConversion } from './use-conversion.ts';
import { useInspection } from './use-inspection.ts';

/** Fields that show their own errors. */
const fields = [
  'run_files',
  'run[tool]',
  'run[engine]',
  ...Object.keys(runSettings).map((name) => `run[${name}]`),
  'run[fail_if][]',
  'run[abort_if][]',
  'run[secrets][]',
  'run[grids][]',
  'run[name]',
  'run[notes]',
  'run[project]',
  'run[test]',
  'run[tag_list]',
];

/** Form for a new run, with an inspection of the plan before the start. */
export default function NewRunPage(_: PageProps) {
  const [draft, setDraft] = useState<Draft>(() =>
    emptyDraft(pageLocation.peek().params.get('project') ?? ''),
  );
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const conversion = useConversion({ draft, change });
  const inspection = useInspection(draft);
  const grids = useLoaded((signal) => api.grids.list({ signal }), []);
  const tool = draft.tool === '' ? inspection.guessedTool : draft.tool;
  const engine = draft.engine === 'auto' ? (inspection.value?.engine ?? undefined) : draft.engine;
  const input = useMemo(() => inputOf(draft, tool), [draft, tool]);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<ContractError>();
  const stop = useRef<AbortController>(undefined);
  const keepSize = useRef<KeepSize>(undefined);
  const setKeepSize = (keep: KeepSize | undefined) => {
    keepSize.current = keep;
  };
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    stop.current = new AbortController();
    setError(undefined);
    setProgress(0);
    try {
      const run = await uploadRun(input, setProgress, stop.current.signal);
      // The run has started; a size can be measured again.
      await keepSize.current?.(run).catch(() => {});
      navigate(`/app/runs/${run.uuid}`);
    } catch (thrown) {
      setError(toContractError(thrown));
    } finally {
      setProgress(undefined);
    }
  };
  const shared = { draft, change, error };

  if (!canOperate(session.value))
    return (
      <article class="new-run">
        <h1>New run</h1>
        <Empty title="Viewers cannot start runs">
          <p>Your role is viewer. Ask an owner of the account to change it to member.</p>
        </Empty>
      </article>
    );
  return (
    <article class="new-run">
      <h1>New run</h1>
      <form onSubmit={start} noValidate>
        <div class="columns">
          <div class="input">
            <CreatePlan conversion={conversion} />
            <FileDrop {...shared} guessed={inspection.guessedTool} />
            <RowSharing {...shared} found={inspection.value} />
            {tool === 'jmeter' && <EngineChoice {...shared} found={inspection.value} />}
          </div>
          <div class="settings">
            <GridSelection {...shared} grids={grids} tool={tool} engine={engine} />
            <SizeOfPlan
              draft={draft}
              change={change}
              inspection={inspection}
              tool={tool}
              engine={engine}
              onMeasured={setKeepSize}
            />
            <Load {...shared} />
            <Secrets {...shared} />
            <Thresholds {...shared} />
            <Details {...shared} />
          </div>
          <div class="answers">
            <div class="plan">
              <PlanContents draft={draft} inspection={inspection} />
            </div>
            <div class="terminal">
              <Commands input={input} />
            </div>
          </div>
        </div>
        <footer class="start">
          <Send
            hasFiles={draft.files.length > 0}
            canRun={inspection.value?.can_run}
            progress={progress}
            onCancel={() => stop.current?.abort()}
          />
          {otherProblems(error, fields).map((message) => (
            <p key={message} class="bad" role="alert">
              ✕ {message}
            </p>
          ))}
          {error && otherProblems(error, fields).length === 0 && (
            <p class="bad" role="alert">
              ✕ The run was rejected. See the errors next to the fields.
            </p>
          )}
        </footer>
      </form>
    </article>
  );
}

interface SendProps {
  hasFiles: boolean;
  canRun: boolean | undefined;
  progress: number | undefined;
  onCancel: () => void;
}

function Send({ hasFiles, canRun, progress, onCancel }: SendProps) {
  if (progress !== undefined)
    return (
      <div class="upload">
        <label>
          <span>
            {progress < 1 ? `Uploading, ${Math.floor(progress * 100)} %` : 'Uploaded. Checking the files.'}
          </span>
          <progress max={1} value={progress} />
        </label>
        <button type="button" onClick={onCancel}>
          Cancel upload
        </button>
      </div>
    );
  return (
    <>
      <button type="submit" class="primary" disabled={!hasFiles}>
        Start run
      </button>
      <span class={canRun === false ? 'bad' : 'soft'}>
        {!hasFiles
          ? 'Create or add a plan first.'
          : canRun === false
            ? '✕ The files have problems. See “Plan contents”.'
            : 'Opens the run page.'}
      </span>
    </>
  );
}
