/** Requests that were sent and not answered yet. They are no samples: nobody knows how long they will take. */
export interface InFlight {
  requests: number;
  /** How long the oldest of them has waited. */
  oldestMs: number;
}

export function sumInFlight(parts: readonly InFlight[]): InFlight {
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    oldestMs: Math.max(0, ...parts.map(({ oldestMs }) => oldestMs)),
  };
}

/** `12 requests in flight, oldest 14 s`; undefined when there is none. */
export function inFlightText({ requests, oldestMs }: InFlight): string | undefined {
  if (requests === 0) return undefined;
  const what = requests === 1 ? '1 request' : `${requests} requests`;
  const age = oldestMs < 1000 ? `${Math.round(oldestMs)} ms` : `${Math.round(oldestMs / 1000)} s`;
  return `${what} in flight, oldest ${age}`;
}

/** Of requests that were broken off because the run was stopped. */
export function brokenOffSentence(inFlight: InFlight): string | undefined {
  const text = inFlightText(inFlight);
  return text && `${text}, when the run was stopped: they were broken off and are not counted as samples.`;
}
