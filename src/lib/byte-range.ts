/** Inclusive positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}
