import type { Times } from '../../contract/resources/report.ts';
import { sampleKinds } from '../../contract/sample-kinds.ts';

/** Which samples the response times cover, from the query; passed samples by default. */
export function readTimes(params: URLSearchParams): Times {
  return sampleKinds.find((each) => each === params.get('of')) ?? 'passed';
}
