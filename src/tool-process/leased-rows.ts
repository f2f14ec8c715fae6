/**
 * Names of the files that supply a tool with the rows of a leased data file, the same on the node and inside the
 * sandbox. The uploaded file itself contains only the header.
 */
export const leasedFileNames = (index: number) => ({
  /** In paths.launch: the leased rows, to which the agent appends. Each ends in a line feed. */
  rows: `rows-${index}`,
  /** In paths.launch: see `LeaseState`. */
  state: `rows-${index}.state`,
  /** In paths.tool: bytes of the rows that the tool may have read, with `readDigits` digits. Written before it uses them. */
  read: `rows-${index}.read`,
});

/** A leased data file; paths are as seen by the tool. */
export interface LeasedFileOptions {
  /** Relative to the files folder. */
  name: string;
  rowsPath: string;
  statePath: string;
  readPath: string;
}

export interface LeaseState {
  /** Complete rows in the file of rows; later bytes are being written. */
  bytes: number;
  rows: number;
  /** No more rows follow. */
  isEnd: boolean;
}

export function leaseStateText({ bytes, rows, isEnd }: LeaseState): string {
  return `${bytes} ${rows} ${isEnd ? 'end' : 'open'}`;
}

export function parseLeaseState(text: string): LeaseState {
  const [bytes, rows, state] = text.split(' ');
  return { bytes: Number(bytes), rows: Number(rows), isEnd: state === 'end' };
}

/** A fixed length, so that the number can be overwritten in place. */
export const readDigits = 16;
