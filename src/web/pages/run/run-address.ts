import type { RangeInput } from '../../../contract/inputs.ts';

/** The part of a run that its address names, in seconds into the run. */
export function readRange(params: URLSearchParams): RangeInput {
  const read = (name: string) => {
    const value = Number(params.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const [from, to] = [read('from'), read('to')];
  if (from !== undefined && to !== undefined && to <= from) return {};
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
