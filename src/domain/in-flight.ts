/** Requests without a response yet. Not samples, because their response time is unknown. */
export interface InFlight {
  requests: number;
  /** Age of the oldest request. */
  oldestMs: number;
}

export function sumInFlight(parts: readonly InFlight[]): InFlight {
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    oldestMs: Math.max(0, ...parts.map(({ oldestMs }) => oldestMs)),
  };
}

/** `12 requests in flight, oldest 14 s`; undefined without requests. */
export function inFlightText({ requests, oldestMs }: InFlight): string | undefined {
  if (requests === 0) return undefined;
  const what = requests === 1 ? '1 request' : `${requests} requests`;
  const age = oldestMs < 1000 ? `${Math.round(oldestMs)} ms` : `${Math.round(oldestMs / 1000)} s`;
  return `${what} in flight, oldest ${age}`;
}

/** Warning about requests aborted by a stop of the run. */
export function brokenOffSentence(inFlight: InFlight): string | undefined {
  const text = inFlightText(inFlight);
  return text && `${text}, when the run was stopped: they were aborted and are not counted as samples.`;
}
