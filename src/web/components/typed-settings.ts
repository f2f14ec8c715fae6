import { entriesOf } from '../../contract/records.ts';
import { textLabels } from '../../contract/run-settings.ts';

/** Text settings with one field each; data files have choices of their own. */
export const typedSettings = entriesOf(textLabels).filter(([name]) => name !== 'data_files');
