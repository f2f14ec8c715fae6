/** A Java time zone. */
export interface JavaZone {
  readonly id: string;
  offsetMinutes(epochMs: number): number;
}

const fixed = (id: string, offsetMinutes: number): JavaZone => ({ id, offsetMinutes: () => offsetMinutes });

export const utcZone = fixed('UTC', 0);

/** The zone of this process. */
export const defaultZone: JavaZone = {
  get id() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  offsetMinutes: (epochMs) => -new Date(epochMs).getTimezoneOffset(),
};

const known = new Map<string, JavaZone | undefined>();

/** Returns undefined for names that Java may know and this function does not. */
export function zoneNamed(id: string): JavaZone | undefined {
  if (!known.has(id)) {
    known.set(id, findZone(id));
  }
  return known.get(id);
}

function findZone(id: string): JavaZone | undefined {
  if (/^(?:UTC|GMT|Etc\/UTC|Etc\/GMT)$/.test(id)) {
    return fixed(id, 0);
  }
  const custom = /^GMT([+-])(\d\d):(\d\d)$/.exec(id);
  if (custom) {
    const minutes = Number(custom[2]) * 60 + Number(custom[3]);
    return Number(custom[2]) > 23 || Number(custom[3]) > 59
      ? undefined
      : fixed(id, custom[1] === '-' ? -minutes : minutes);
  }
  return regionName.test(id) ? ofRegion(id) : undefined;
}

/** In Java's notation; case-sensitive. */
const regionName = /^[A-Z][a-z]+\/[A-Z][a-z]+(?:[_-][A-Za-z][a-z]+)*$/;

function ofRegion(id: string): JavaZone | undefined {
  const format = formatIn(id);
  return (
    format && {
      id,
      offsetMinutes(epochMs) {
        const name = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
        const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
        const offset = Number(hours) * 60 + Number(minutes);
        return sign === '-' ? -offset : offset;
      },
    }
  );
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** A date operation that Java may support and this implementation does not. */
export class UnsupportedDate extends Error {}

const dayMs = 86_400_000;

/**
 * The instant of a local time in a zone; `localMs` is the local time as if it were UTC. Throws UnsupportedDate for
 * local times that occur twice or never because of a clock change: Java's classes differ there.
 */
export function epochOfLocal(zone: JavaZone, localMs: number): number {
  const [before = 0, after = 0] = [localMs - dayMs, localMs + dayMs].map(
    (near) => localMs - zone.offsetMinutes(near) * 60_000,
  );
  if (before === after) {
    return before;
  }
  const [found, another] = [before, after].filter((epochMs) => localOfEpoch(zone, epochMs) === localMs);
  if (found === undefined || another !== undefined) {
    throw new UnsupportedDate('a time at which clocks are changed');
  }
  return found;
}

export const localOfEpoch = (zone: JavaZone, epochMs: number): number =>
  epochMs + zone.offsetMinutes(epochMs) * 60_000;
