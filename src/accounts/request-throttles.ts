import { createThrottle, type Throttle, type ThrottleDeps } from './throttle.ts';

/** Rate limits of requests without authentication, per network of the client. */
export interface RequestThrottles {
  anonymous: Throttle;
  /** OAuth requests that store state. */
  oauth: Throttle;
}

const unlimited: Throttle = { take: async () => 0 };

/** `anonymousPerMinute` 0: no limit. */
export function createRequestThrottles(deps: ThrottleDeps, anonymousPerMinute: number): RequestThrottles {
  // The burst is half of the rate per minute.
  const anonymous = { burst: Math.ceil(anonymousPerMinute / 2), everyMs: 60_000 / anonymousPerMinute };
  return {
    anonymous: anonymousPerMinute === 0 ? unlimited : createThrottle(deps, 'anonymous from', anonymous),
    oauth: createThrottle(deps, 'oauth from', { burst: 100, everyMs: 1_000 }),
  };
}
