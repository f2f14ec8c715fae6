import type { InspectionResource } from '../../../contract/resources/inspection.ts';
import { Part } from '../../components/part.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import type { Draft } from './draft.ts';
import { resolvedValue } from './resolved-value.ts';
import type { InspectionState } from './use-inspection.ts';

const maxLabels = 12;

const uses = { csv: 'data for', include: 'fragment for', upload: 'sent by', other: 'read by' };

/** Inspection result of the uploaded files; problems first. */
export function PlanContents({ draft, inspection }: { draft: Draft; inspection: InspectionState }) {
  const found = inspection.value;
  return (
    <Part
      title="Plan contents"
      aside={
        found && <span class="soft">{found.plan === null ? found.tool : `${found.plan}, ${found.tool}`}</span>
      }
    >
      <div class="contents" aria-live="polite">
        {draft.files.length === 0 && (
          <p class="soft">
            Add files to see thread groups, variables and data files, and what is missing. Nothing is stored
            until you start the run.
          </p>
        )}
        {inspection.waits && draft.files.length > 0 && (
          <p>
            The files are large.{' '}
            <button type="button" onClick={inspection.ask}>
              Inspect files
            </button>
          </p>
        )}
        {inspection.error && <Failed error={inspection.error} retry={inspection.reload} />}
        {draft.files.length > 0 && !found && !inspection.error && !inspection.waits && (
          <Loading what="plan contents" lines={4} />
        )}
        {found && <Contents found={found} draft={draft} />}
      </div>
    </Part>
  );
}

function Contents({ found, draft }: { found: InspectionResource; draft: Draft }) {
  const missing = found.data_files.filter(({ state }) => state === 'missing').length;
  return (
    <>
      {found.can_run ? (
        <p class="good">✓ No problems found.</p>
      ) : (
        found.problems.map((problem) => (
          <p key={problem} class="bad">
            ✕ {problem}
          </p>
        ))
      )}
      {found.warnings.map((warning) => (
        <p key={warning} class="doubt">
          △ {warning}
        </p>
      ))}
      {found.thread_groups.length > 0 && (
        <>
          <h3>{count(found.thread_groups.length, 'thread group')}</h3>
          <ul class="facts-list">
            {found.thread_groups.map((group) => (
              <li key={group.name}>
                <b>{group.name}</b> {!group.is_enabled && <span class="doubt">△ disabled</span>}
                <span class="soft">
                  {[
                    group.threads && threadsOf(resolvedValue(group.threads, draft)),
                    group.rampup && `ramp-up ${resolvedValue(group.rampup, draft)} s`,
                    group.duration && `duration ${resolvedValue(group.duration, draft)} s`,
                    group.loops && loopsOf(resolvedValue(group.loops, draft)),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.data_files.length > 0 && (
        <>
          <h3>
            {count(found.data_files.length, 'data file')}
            {missing > 0 && <span class="bad">, {missing} missing</span>}
          </h3>
          <ul class="facts-list">
            {found.data_files.map((file) => (
              <li key={`${file.path}${file.element}`}>
                <code>{file.path}</code> <DataFileState file={file} />{' '}
                <span class="soft">
                  {uses[file.use]} {file.element}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.plugins.length > 0 && (
        <>
          <h3>{count(found.plugins.length, 'plugin')}</h3>
          <ul class="facts-list">
            {found.plugins.map(({ name, state, classes }) => (
              <li key={`${name} ${state}`} title={classes.join(', ')}>
                {name} <PluginState state={state} />
              </li>
            ))}
          </ul>
        </>
      )}
      {found.parameters.length > 0 && (
        <>
          <h3>{count(found.parameters.length, 'external parameter')}</h3>
          <ul class="facts-list">
            {found.parameters.map(({ name, default: usual, is_set: isSet }) => (
              <li key={name}>
                <code>{name}</code>{' '}
                {draft.secrets.some((secret) => secret.name.trim() === name) ? (
                  <span class="good">✓ secret of this run</span>
                ) : isSet ? (
                  <span class="good">✓ set by this run</span>
                ) : usual === null ? (
                  <span class="doubt">△ not set, no default</span>
                ) : (
                  <span class="soft">default {usual === '' ? 'empty' : usual}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {found.variables.length > 0 && (
        <>
          <h3>{count(found.variables.length, 'variable')}</h3>
          <ul class="facts-list">
            {found.variables.map(({ name, value }) => (
              <li key={name}>
                <code>{name}</code> <span class="soft">{value}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.labels.length > 0 && (
        <>
          <h3>{count(found.labels.length, 'label')}</h3>
          <p class="soft">
            {found.labels.slice(0, maxLabels).join(', ')}
            {found.labels.length > maxLabels && ` and ${found.labels.length - maxLabels} more`}
          </p>
        </>
      )}
    </>
  );
}

/** As in the plan, where it may be an expression. */
function threadsOf(threads: string): string {
  return threads === '1' ? '1 thread' : `${threads} threads`;
}

/** A negative number of loops never ends. */
function loopsOf(loops: string): string {
  if (loops === 'forever' || /^-\d+$/.test(loops)) return 'loops forever';
  return loops === '1' ? '1 loop' : `${loops} loops`;
}

function PluginState({ state }: Pick<InspectionResource['plugins'][number], 'state'>) {
  switch (state) {
    case 'there':
      return <span class="good">✓ included with Spate</span>;
    case 'missing':
      return <span class="bad">✕ missing</span>;
    case 'unknown':
      return <span class="doubt">△ must be in an uploaded .jar file</span>;
  }
}

function DataFileState({ file }: { file: InspectionResource['data_files'][number] }) {
  switch (file.state) {
    case 'there':
      return <span class="good">✓ found</span>;
    case 'elsewhere':
      return <span class="doubt">△ uploaded as {file.file}</span>;
    case 'missing':
      return <span class="bad">✕ missing</span>;
    case 'unknown':
      return <span class="soft">resolved at run time</span>;
  }
}
