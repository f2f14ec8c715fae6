/** Where code gets the time from, so that tests can give it theirs. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
