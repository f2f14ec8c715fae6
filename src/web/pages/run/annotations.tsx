import { useState } from 'preact/hooks';
import type { AnnotationListResource } from '../../../contract/resources/annotation.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import type { Loaded } from '../../app/use-loaded.ts';
import { Field } from '../../components/form-field.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { AnnotationList } from './annotation-list.tsx';

interface AnnotationsProps {
  runId: string;
  loaded: Loaded<AnnotationListResource>;
  /** Zero of the time axis, in seconds since 1970. */
  start: number;
  isActive: boolean;
  mayChange: boolean;
}

/** Notes and deploy markers of the run, with a form to add one. */
export function Annotations({ runId, loaded, start, isActive, mayChange }: AnnotationsProps) {
  const [isAdding, setAdding] = useState(false);
  const { error, isBusy, run } = useAction();
  const annotations = loaded.value?._embedded.annotations ?? [];
  const remove = (id: string) =>
    void run(async () => {
      await api.annotations.remove(id);
      loaded.reload();
    });
  if (annotations.length === 0 && !mayChange) return null;
  return (
    <Part
      title="Annotations"
      aside={
        <>
          {mayChange && !isAdding && (
            <button type="button" onClick={() => setAdding(true)}>
              Add annotation
            </button>
          )}
          {annotations.length > 0 && <a href={`/app/api/runs/${runId}/annotations.csv`}>CSV</a>}
        </>
      }
    >
      <Problems messages={[loaded.error, error].flatMap((one) => (one ? [one.message] : []))} />
      {isAdding && (
        <NewAnnotation
          runId={runId}
          start={start}
          isActive={isActive}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            loaded.reload();
          }}
        />
      )}
      {annotations.length === 0 && !isAdding && (
        <p class="soft">No annotations. A deployment can add a marker: POST /annotations.</p>
      )}
      <AnnotationList
        annotations={annotations}
        start={start}
        controls={
          mayChange
            ? ({ uuid, text }) => (
                <button type="button" class="link" disabled={isBusy} onClick={() => remove(uuid)}>
                  Delete<span class="hidden"> annotation {text}</span>
                </button>
              )
            : undefined
        }
      />
    </Part>
  );
}

interface NewAnnotationProps {
  runId: string;
  start: number;
  isActive: boolean;
  onClose: () => void;
  onAdded: () => void;
}

function NewAnnotation({ runId, start, isActive, onClose, onAdded }: NewAnnotationProps) {
  const { error, isBusy, run } = useAction();
  const [text, setText] = useState('');
  const [second, setSecond] = useState(isActive ? '' : '0');
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const at = second === '' ? undefined : new Date((start + Number(second)) * 1000).toISOString();
    if (await run(async () => void (await api.runs.annotate(runId, { text, at })))) onAdded();
  };
  return (
    <form class="new-annotation" onSubmit={add} noValidate>
      <Field name="Text" field="annotation[text]" error={error}>
        {(ids) => (
          <input
            {...ids}
            maxLength={1000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        name="Seconds into the run"
        field="annotation[at]"
        error={error}
        hint={isActive ? 'Empty: now' : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={0}
            value={second}
            onInput={(event) => setSecond(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          Add annotation
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
