import { useState } from 'preact/hooks';
import type { ScheduleResource } from '../../../contract/resources/schedule.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';

const fields = ['schedule[cron]', 'schedule[time_zone]'];

/** Schedules of a test with their next and latest times. */
export function Schedules({ testId, mayChange }: { testId: string; mayChange: boolean }) {
  const loaded = useLoaded((signal) => api.schedules.list({ test: testId }, { signal }), [testId]);
  const [isAdding, setAdding] = useState(false);
  const schedules = loaded.value?._embedded.schedules ?? [];
  return (
    <Part
      title="Schedules"
      aside={
        mayChange &&
        !isAdding && (
          <button type="button" onClick={() => setAdding(true)}>
            Add schedule
          </button>
        )
      }
    >
      <Problems messages={loaded.error ? [loaded.error.message] : []} />
      {isAdding && (
        <ScheduleForm
          action="Add schedule"
          save={(schedule) => api.schedules.create(testId, schedule)}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false);
            loaded.reload();
          }}
        />
      )}
      {loaded.value && schedules.length === 0 && !isAdding && (
        <p class="soft">No schedules. A schedule starts runs of this test at given times.</p>
      )}
      {schedules.map((schedule) => (
        <OneSchedule key={schedule.uuid} schedule={schedule} mayChange={mayChange} onChange={loaded.reload} />
      ))}
    </Part>
  );
}

interface OneScheduleProps {
  schedule: ScheduleResource;
  mayChange: boolean;
  onChange: () => void;
}

function OneSchedule({ schedule, mayChange, onChange }: OneScheduleProps) {
  const { uuid, cron, time_zone, is_on, next, last } = schedule;
  const action = useAction();
  const [isEditing, setEditing] = useState(false);
  const act = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      onChange();
    });
  return (
    <section class="schedule" aria-label={`Schedule ${cron}`}>
      <p>
        <span>
          <code>{cron}</code> {time_zone}
          {!is_on && ', paused'}
        </span>
        {mayChange && (
          <>
            <button type="button" class="link" onClick={() => setEditing(true)}>
              Edit
            </button>
            <button
              type="button"
              class="link"
              disabled={action.isBusy}
              onClick={() => act(() => api.schedules.change(uuid, { on: !is_on }))}
            >
              {is_on ? 'Pause' : 'Resume'}
            </button>
            <button
              type="button"
              class="link"
              disabled={action.isBusy}
              onClick={() => act(() => api.schedules.remove(uuid))}
            >
              Delete
            </button>
          </>
        )}
      </p>
      <Problems messages={action.error ? [action.error.message] : []} />
      {isEditing && (
        <ScheduleForm
          action="Save"
          schedule={schedule}
          save={(changes) => api.schedules.change(uuid, changes)}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChange();
          }}
        />
      )}
      {next.length > 0 && (
        <>
          <p class="soft">Next runs</p>
          <ol>
            {next.map((at) => (
              <li key={at}>
                <Moment at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
      {last.length > 0 && <p class="soft">Latest</p>}
      {last.length > 0 && (
        <ul>
          {last.map(({ due, outcome, run, reason }) => (
            <li key={due} class={outcome === 'missed' || outcome === 'failed' ? 'bad' : undefined}>
              <Moment at={due} /> {run === null ? outcome : <a href={`/app/runs/${run}`}>{outcome}</a>}
              {reason !== null && `: ${reason}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ScheduleFormProps {
  /** Label of the button that saves. */
  action: string;
  /** Undefined: a new one. */
  schedule?: ScheduleResource;
  save: (schedule: { cron: string; time_zone: string }) => Promise<unknown>;
  onClose: () => void;
  onSaved: () => void;
}

function ScheduleForm({ action: label, schedule, save, onClose, onSaved }: ScheduleFormProps) {
  const action = useAction();
  const timeZone = schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '');
    const isSaved = await action.run(async () => {
      await save({ cron: text('cron'), time_zone: text('time_zone') });
    });
    if (isSaved) onSaved();
  };
  return (
    <form class="run-again" onSubmit={submit} noValidate>
      <Field
        name="Cron expression"
        field="schedule[cron]"
        error={action.error}
        hint="Minute, hour, day, month, weekday, for example 30 2 * * MON-FRI"
      >
        {(ids) => (
          <input {...ids} class="code" name="cron" spellcheck={false} defaultValue={schedule?.cron ?? ''} />
        )}
      </Field>
      <Field
        name="Time zone"
        field="schedule[time_zone]"
        error={action.error}
        hint="For example Europe/Berlin"
      >
        {(ids) => <input {...ids} name="time_zone" defaultValue={timeZone} />}
      </Field>
      <div class="wide">
        <Problems messages={otherProblems(action.error, fields)} />
        <div class="buttons">
          <button type="submit" class="primary" disabled={action.isBusy}>
            {label}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}
