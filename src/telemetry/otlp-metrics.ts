import type { MetricFamily } from './run-metrics.ts';

export const otlpHeaders = { 'content-type': 'application/json' };

/** Aggregation temporality of OTLP: values since the start. */
const cumulative = 2;

/** A request of OTLP over HTTP in JSON: an ExportMetricsServiceRequest. `startMs` is the start of all counters. */
export function otlpMetricsBody(families: readonly MetricFamily[], startMs: number, nowMs: number): string {
  const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`;
  const metrics = families
    .filter(({ points }) => points.length > 0)
    .map(({ name, help, type, points }) => {
      const dataPoints = points.map(({ labels, value }) => ({
        attributes: attributesOf(labels),
        startTimeUnixNano: nanos(startMs),
        timeUnixNano: nanos(nowMs),
        asDouble: value,
      }));
      const data =
        type === 'counter'
          ? { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
          : { gauge: { dataPoints } };
      return { name, description: help, ...data };
    });
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'spate' }) },
        scopeMetrics: [{ scope: { name: 'spate' }, metrics }],
      },
    ],
  });
}

function attributesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
