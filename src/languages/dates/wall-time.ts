/** A local date and time. */
export interface WallTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** Undefined for a date only. */
  time: { hour: number; minute: number; second: number; nano: number; offsetMinutes: number } | undefined;
}

/** In the zone of this process. */
export function wallTimeAt(epochMs: number): WallTime {
  const whole = Math.floor(epochMs);
  const date = new Date(whole);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    time: {
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
      nano: date.getMilliseconds() * 1e6 + Math.floor((epochMs - whole) * 1e6),
      offsetMinutes: -date.getTimezoneOffset(),
    },
  };
}

/** In a zone with a constant offset from UTC. */
export function wallTimeWithOffset(epochMs: number, offsetMinutes: number): WallTime {
  const whole = Math.floor(epochMs);
  const date = new Date(whole + offsetMinutes * 60_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time: {
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      nano: date.getUTCMilliseconds() * 1e6 + Math.floor((epochMs - whole) * 1e6),
      offsetMinutes,
    },
  };
}
