import {
  type MetricQuery,
  type MetricTimes,
  readRangeResponse,
  type TargetMetric,
} from '../../domain/target-metrics.ts';
import { type Outbound, OutboundError } from '../../lib/outbound.ts';

const timeoutMs = 10_000;
const maxBytes = 8 * 1024 * 1024;

/** Series of one query; failures are its `problem`. */
export async function queryPrometheus(
  outbound: Outbound,
  address: string,
  { name, expression }: MetricQuery,
  times: MetricTimes,
): Promise<TargetMetric> {
  const { startS, stepS, count } = times;
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/query_range`;
  const fields = { query: expression, start: startS, end: startS + (count - 1) * stepS, step: stepS };
  try {
    const { status, body } = await outbound.fetch({
      method: 'POST',
      url: url.href,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(
        Object.entries(fields).map(([key, value]) => [key, String(value)]),
      ).toString(),
      timeoutMs,
      maxBytes,
    });
    const result = readRangeResponse(body.toString('utf8'), times);
    const isForeign = result.problem !== null && status !== 200 && !result.problem.startsWith('Prometheus: ');
    return {
      name,
      expression,
      ...result,
      ...(isForeign && { problem: `The server returned status ${status}.` }),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { name, expression, startS, stepS, series: [], problem: error.message };
  }
}
