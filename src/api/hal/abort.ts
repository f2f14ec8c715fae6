import type { RunResource } from '../../contract/resources/run.ts';
import type { RunAbort } from '../../domain/abort-rule.ts';
import { timestamp } from './links.ts';

/** `show` changes texts that may contain labels, for public pages. */
export function abortResource(
  { rule, at, text }: RunAbort,
  show: (text: string) => string = (same) => same,
): NonNullable<RunResource['aborted']> {
  return { rule: show(rule), at: timestamp(at), text: show(text) };
}
