import type { ContractError } from '../../contract/contract-error.ts';
import { type RowMode, rowModes, withRowChoice } from '../../contract/row-files.ts';
import { asksForHeader, type DataFileRow, dataFileRows, type KnownRowFile } from './data-file-rows.ts';
import { problemsOf } from './field-problems.ts';
import { Field } from './form-field.tsx';

interface DataFilesProps {
  /** The setting data_files. */
  text: string;
  files: readonly KnownRowFile[];
  error: ContractError | undefined;
  onChange: (text: string) => void;
}

const field = 'run[data_files]';

const modeNames: Readonly<Record<RowMode, string>> = {
  copy: 'Copy: each node gets all rows',
  split: 'Split: each node gets its own rows',
  lease: 'Lease: each row is used once on all nodes',
};

/** How the nodes get the rows of each data file. */
export function DataFiles({ text, files, error, onChange }: DataFilesProps) {
  const rows = dataFileRows(text, files);
  const messages = problemsOf(error, field);
  const isOf =
    ({ choice }: DataFileRow) =>
    (message: string) =>
      message.includes(choice.file);
  const others = messages.filter((message) => !rows.some((row) => isOf(row)(message)));
  return (
    <>
      {rows.map((row) => (
        <DataFile
          key={row.choice.file}
          row={row}
          problem={row.problem ?? messages.find(isOf(row))}
          onChange={(changes) => onChange(withRowChoice(text, { ...row.choice, ...changes }))}
        />
      ))}
      {others.map((message) => (
        <p key={message} class="bad">
          ✕ {message}
        </p>
      ))}
    </>
  );
}

interface DataFileProps {
  row: DataFileRow;
  problem: string | undefined;
  onChange: (changes: Partial<DataFileRow['choice']>) => void;
}

function DataFile({ row, problem, onChange }: DataFileProps) {
  const { choice, known } = row;
  const asks = asksForHeader(row);
  return (
    <div class={asks ? 'data-file asks' : 'data-file'}>
      <Field
        name={`Rows of ${choice.file}`}
        field={field}
        error={undefined}
        problem={problem}
        hint={hintOf(row)}
      >
        {(ids) => (
          <select
            {...ids}
            value={choice.mode}
            onChange={(event) =>
              onChange({ mode: event.currentTarget.value as RowMode, hasHeader: undefined })
            }
          >
            {rowModes.map((mode) => (
              <option
                key={mode}
                value={mode}
                disabled={mode === 'lease' && choice.mode !== 'lease' && Boolean(known.lease_problem)}
              >
                {modeNames[mode]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {asks && (
        <Field name="First line" field={field} error={undefined}>
          {(ids) => (
            <select
              {...ids}
              aria-label={`First line of ${choice.file}`}
              value={choice.hasHeader === undefined ? '' : String(choice.hasHeader)}
              onChange={({ currentTarget: { value } }) =>
                onChange({ hasHeader: value === '' ? undefined : value === 'true' })
              }
            >
              <option value="">{known.has_header === null ? 'Select' : 'By the plan'}</option>
              <option value="true">Header, for every node</option>
              <option value="false">Row</option>
            </select>
          )}
        </Field>
      )}
    </div>
  );
}

function hintOf({ choice, known }: DataFileRow): string {
  if (choice.mode === 'copy') return known.lease_problem ? `Cannot be leased: ${known.lease_problem}.` : '';
  if (choice.hasHeader !== undefined || typeof known.has_header !== 'boolean') return '';
  return known.has_header
    ? 'The first line is a header, which every node gets.'
    : 'The first line is a row: the plan names the columns.';
}
