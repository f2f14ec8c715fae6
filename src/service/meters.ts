import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestMeter } from '../api/deps.ts';
import { verdictWords } from '../domain/verdict.ts';
import type { RunMeter } from '../runs/run-context.ts';

/** Metrics of the service that are counted when something happens. */
export function createServiceMeters(registry: Registry): { requests: RequestMeter; runs: RunMeter } {
  const registers = [registry];
  const answered = new Counter({
    name: 'spate_http_requests_total',
    help: 'Answered HTTP requests by method, route and class of the status code.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'spate_http_request_duration_seconds',
    help: 'Time from a request to the end of its response by method and route, in seconds.',
    labelNames: ['method', 'route'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers,
  });
  const frames = new Counter({
    name: 'spate_ingest_frames_total',
    help: 'Stored frames, including repeated ones, which change nothing.',
    registers,
  });
  const samples = new Counter({
    name: 'spate_ingest_samples_total',
    help: 'Samples in the stored frames.',
    registers,
  });
  const lag = new Histogram({
    name: 'spate_ingest_lag_seconds',
    help: 'Time from the end of the second of a frame until it is stored, in seconds.',
    buckets: [0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 900],
    registers,
  });
  const finished = new Counter({
    name: 'spate_runs_finished_total',
    help: 'Runs finished by this service, by verdict.',
    labelNames: ['verdict'],
    registers,
  });
  for (const verdict of verdictWords) finished.inc({ verdict }, 0);

  return {
    requests: {
      answered({ method, route, status, durationS }) {
        answered.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
        durations.observe({ method, route }, durationS);
      },
    },
    runs: {
      framesStored(stored, nowMs) {
        frames.inc(stored.length);
        for (const frame of stored) {
          samples.inc(frame.samples);
          lag.observe(Math.max(0, nowMs / 1000 - (frame.second + 1)));
        }
      },
      runFinished: (verdict) => finished.inc({ verdict }),
    },
  };
}
