import type { ResponseTimeMeasurement } from '../settings.ts';
import type { NetworkTotals } from './network-recorder.ts';

export interface StepTimes {
  wallMs: number;
  thinkMs: number;
  network: NetworkTotals;
}

/** The response time of a step in microseconds, as the script wants it measured. */
export function responseTimeUs(
  mode: ResponseTimeMeasurement,
  { wallMs, thinkMs, network }: StepTimes,
): number {
  switch (mode) {
    case 'step':
      return toMicros(wallMs - thinkMs);
    case 'stepWithThinkTime':
      return toMicros(wallMs);
    case 'page':
      return toMicros(network.documentTimesMs.reduce((sum, each) => sum + each, 0));
    case 'network':
      return toMicros(mean(network.requestTimesMs));
  }
}

export function latencyUs({ documentTimesMs }: NetworkTotals): number {
  return toMicros(mean(documentTimesMs));
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function toMicros(timeMs: number): number {
  return Math.max(0, Math.round(timeMs * 1000));
}
