import { availableParallelism } from 'node:os';
import { machineBusyS } from './processor-time.ts';

const everyMs = 1000;
/** Start and end of the middle of a run: without its start, and without its last files. */
const middle = [0.1, 0.8] as const;

/** Share of the cores that all processes of the machine use, from the call until `read`. */
export function watchBusyShare(): { read(): { average: number; middle: number } } {
  const look = () => ({ atMs: performance.now(), busyS: machineBusyS() });
  const first = look();
  const looks = [first];
  const timer = setInterval(() => looks.push(look()), everyMs).unref();
  return {
    read() {
      clearInterval(timer);
      const last = look();
      looks.push(last);
      const at = (share: number) => {
        const wantedMs = first.atMs + share * (last.atMs - first.atMs);
        return looks.find(({ atMs }) => atMs >= wantedMs) ?? last;
      };
      return { average: shareBetween(first, last), middle: shareBetween(at(middle[0]), at(middle[1])) };
    },
  };
}

function shareBetween(from: { atMs: number; busyS: number }, to: { atMs: number; busyS: number }): number {
  const coresMs = (to.atMs - from.atMs) * availableParallelism();
  return coresMs > 0 ? (1000 * (to.busyS - from.busyS)) / coresMs : 0;
}
