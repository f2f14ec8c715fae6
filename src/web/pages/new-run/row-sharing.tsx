import type { InspectionResource } from '../../../contract/resources/inspection.ts';
import { isRowFileName } from '../../../contract/row-files.ts';
import { DataFiles } from '../../components/data-files.tsx';
import type { FormPartProps } from './draft.ts';

/** How the nodes get the rows of the uploaded data files; nothing without one. */
export function RowSharing({
  draft,
  change,
  error,
  found,
}: FormPartProps & { found: InspectionResource | undefined }) {
  const files =
    found?.row_files ??
    draft.files.filter(({ name }) => isRowFileName(name)).map(({ name }) => ({ file: name }));
  if (files.length === 0 && draft.data_files === '') return null;
  return (
    <fieldset>
      <legend>Data files</legend>
      <DataFiles
        text={draft.data_files}
        files={files}
        error={error}
        onChange={(text) => change({ data_files: text })}
      />
    </fieldset>
  );
}
