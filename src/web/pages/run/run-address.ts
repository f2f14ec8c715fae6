import type { RangeInput } from '../../../contract/inputs.ts';
import { readTimes } from '../../components/read-times.ts';

/** Selected range (seconds since the start) and sample selection from the query. */
export function readRange(params: URLSearchParams): RangeInput {
  const read = (name: string) => {
    const value = Number(params.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const [from, to] = [read('from'), read('to')];
  const kind = readTimes(params);
  const times = kind === 'passed' ? {} : { times: kind };
  if (from !== undefined && to !== undefined && to <= from) return times;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...times };
}
