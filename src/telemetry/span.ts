/** A finished span of a trace. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  id: string;
  /** Undefined for the root of the trace. */
  parentId?: string;
  name: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean | string[]>;
  events: { name: string; atMs: number }[];
  /** Set if the operation failed. */
  error?: string;
}

/** Sends spans; rejects if the receiver did not accept them. */
export type ExportSpans = (spans: readonly Span[]) => Promise<void>;
