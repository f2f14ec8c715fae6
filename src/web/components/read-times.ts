import type { Times } from '../../contract/resources/report.ts';
import { sampleKinds } from '../../contract/sample-kinds.ts';

/** Which samples response times are of, by the address of the page; of passed ones if it does not say. */
export function readTimes(params: URLSearchParams): Times {
  return sampleKinds.find((each) => each === params.get('of')) ?? 'passed';
}
