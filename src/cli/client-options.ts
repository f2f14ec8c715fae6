import type { OptionName } from '../config/config.ts';

/** Which service a command talks to, and as whom. */
export const clientOptions: readonly OptionName[] = ['url', 'token', 'dataDir'];

/** What the ID of a run may be, for help texts. */
export const idSentence =
  'ID is the id of a run, its first 4 characters or more, the address of its page, or "last".';
