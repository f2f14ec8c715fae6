import type { User } from '../core.ts';
import { connectionsKey } from '../http/connections-key.ts';
import type { UserConnections } from '../http/user-connections.ts';
import { fileProperties } from './file-properties.ts';

/** All variables that JMeter has for a user, including internal ones, one per line in JMeter's order. */
export function shownVariables(user: User, place: string): string {
  const own: [string, string][] = [
    // The JVM's object address is unknown; only its format is the same.
    ['JMeterThread.pack', `org.apache.jmeter.threads.SamplePackage@${addressOf(place)}`],
    ['__jmv_SAME_USER', String(user.isSameOnNextIteration)],
  ];
  const connections = user.stateOf(connectionsKey, () => undefined as UserConnections | undefined);
  if (connections?.hasUserToken) {
    own.push(['__jmeter.U_T__', user.name]);
  }
  return sortedLines([...user.variables, ...own]);
}

/** The properties of the run and of jmeter.properties, and the start times. */
export function shownJMeterProperties(user: User, properties: ReadonlyMap<string, string>): string {
  const times = startNames.map((name): [string, string] => [name, user.variables.get(name) ?? '']);
  return sortedLines(new Map([...fileProperties, ...times, ...properties]));
}

const startNames = ['START.MS', 'START.YMD', 'START.HMS', 'TESTSTART.MS'];

export function sortedLines(values: Iterable<[string, string]>): string {
  return [...values]
    .sort(([left], [right]) => compareNames(left, right))
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** JMeter's AlphaNumericComparator: digits count as numbers. */
function compareNames(left: string, right: string): number {
  const [ours, theirs] = [partsOf(left), partsOf(right)];
  for (let at = 0; ; at++) {
    const [words = '', digits = ''] = ours[at] ?? [];
    const [otherWords = '', otherDigits = ''] = theirs[at] ?? [];
    if (words !== otherWords) {
      return words < otherWords ? -1 : 1;
    }
    if (digits === '' || otherDigits === '') {
      return digits === otherDigits ? 0 : digits === '' ? -1 : 1;
    }
    const difference = compareDigits(digits.replace(/^0+/, ''), otherDigits.replace(/^0+/, ''));
    if (difference !== 0) {
      return difference;
    }
  }
}

const partsOf = (text: string): [string, string][] =>
  [...text.matchAll(/(\D*)(\d*)/g)].map(([, words = '', digits = '']) => [words, digits]);

function compareDigits(left: string, right: string): number {
  if (left.length !== right.length) {
    return left.length - right.length;
  }
  return left === right ? 0 : left < right ? -1 : 1;
}

/** A number derived from `place`, in the format of an object address in the JVM. */
export function addressOf(place: string): string {
  let hash = 0x811c9dc5;
  for (const sign of place) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return ((hash >>> 1) | 0x10000000).toString(16);
}
