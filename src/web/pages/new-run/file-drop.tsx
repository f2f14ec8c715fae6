import { useEffect, useRef, useState } from 'preact/hooks';
import { problemsOf } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Icon } from '../../components/icons.tsx';
import { bytes } from '../../format/figures.ts';
import { tools } from '../runs/run-filter.ts';
import type { FormPartProps } from './draft.ts';

/** File selection and drop zone (the whole page), and the tool. */
export function FileDrop({ draft, change, error, guessed }: FormPartProps & { guessed: string | undefined }) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(draft.files);
  latest.current = draft.files;
  const add = (list: FileList | null | undefined) => {
    const added = [...(list ?? [])].map((file) => ({ name: file.name, content: file }));
    const kept = latest.current.filter(({ name }) => !added.some((file) => file.name === name));
    if (added.length > 0) change({ files: [...kept, ...added] });
  };
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      add(event.dataTransfer?.files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
  const problems = problemsOf(error, 'run_files');
  return (
    <fieldset>
      <legend>Or upload a plan</legend>
      <label class={isOver ? 'drop over' : 'drop'}>
        <Icon name="download" />
        <span>
          <b>Drop the plan and its data files here</b>, or choose them
        </span>
        <input
          type="file"
          multiple
          aria-label="Plan and data files"
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {problems.length > 0 && <p class="bad">✕ {problems.join(' ')}</p>}
      {draft.files.length > 0 && (
        <ul class="chosen" aria-label="Chosen files">
          {draft.files.map(({ name, content }) => (
            <li key={name}>
              <span class="id">{name}</span>
              <span class="soft">{bytes(content.size)}</span>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${name}`}
                title="Remove"
                onClick={() => change({ files: draft.files.filter((file) => file.name !== name) })}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field name="Tool" field="run[tool]" error={error}>
        {(ids) => (
          <select
            {...ids}
            value={draft.tool}
            onChange={(event) => change({ tool: event.currentTarget.value })}
          >
            <option value="">
              {guessed === undefined ? 'Detect automatically' : `Detect automatically (${guessed})`}
            </option>
            {tools.map((tool) => (
              <option key={tool} value={tool}>
                {tool}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
