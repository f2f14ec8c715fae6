/** Content of a simulation.log of Gatling 3.13 or newer, parsed by its published format without our own code. */
export interface SimulationLog {
  version: string;
  className: string;
  requests: { groups: string[]; name: string; elapsedMs: number; isPassed: boolean; message: string }[];
  usersStarted: number;
  usersEnded: number;
  groups: number;
  errors: string[];
}

/** Parses all bytes; throws when they do not end with a record. */
export function decodeSimulationLog(bytes: Buffer): SimulationLog {
  let place = 0;
  const texts = new Map<number, string>();
  const take = (length: number) => {
    place += length;
    return bytes.subarray(place - length, place);
  };
  const byte = () => take(1).readUInt8();
  const int = () => take(4).readInt32BE();
  const string = () => {
    const length = int();
    if (length === 0) {
      return '';
    }
    const value = take(length);
    return value.toString(byte() === 0 ? 'latin1' : 'utf16le');
  };
  const cached = () => {
    const index = int();
    if (index > 0) {
      texts.set(index, string());
    }
    return texts.get(Math.abs(index)) ?? '';
  };
  const groups = () => Array.from({ length: int() }, cached);
  const log: SimulationLog = {
    version: '',
    className: '',
    requests: [],
    usersStarted: 0,
    usersEnded: 0,
    groups: 0,
    errors: [],
  };
  while (place < bytes.length) {
    const header = byte();
    switch (header) {
      case 0:
        log.version = string();
        log.className = string();
        place += 8;
        string();
        Array.from({ length: int() }, string);
        for (let left = int(); left > 0; left -= 1) {
          take(int());
        }
        break;
      case 1: {
        const [path, name, start, end] = [groups(), cached(), int(), int()];
        const isPassed = byte() === 1;
        log.requests.push({ groups: path, name, elapsedMs: end - start, isPassed, message: cached() });
        break;
      }
      case 2: {
        int();
        const isStart = byte() === 1;
        int();
        log.usersStarted += isStart ? 1 : 0;
        log.usersEnded += isStart ? 0 : 1;
        break;
      }
      case 3:
        groups();
        place += 13;
        log.groups += 1;
        break;
      case 4:
        log.errors.push(cached());
        int();
        break;
      default:
        throw new Error(`${header} at ${place - 1} begins no record`);
    }
  }
  return log;
}
