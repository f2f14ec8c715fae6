import type { OptionName } from '../config/config.ts';

/** Options for the service address and the token. */
export const clientOptions: readonly OptionName[] = ['url', 'token', 'dataDir'];

/** Accepted forms of a run ID, for help texts. */
export const idSentence =
  'ID is the id of a run, its first 4 characters or more, the URL of its page, or "last".';
