import { Socket } from 'node:net';

/** State of this process that a test file can change for the files after it. */
export interface ProcessState {
  values: ReadonlyMap<string, unknown>;
  /** Resources that keep the process running, such as servers and timers. */
  handles: string[];
}

/** Requests that Node.js keeps for a file it opened as a Blob; they do not keep the process running. */
const passiveHandle = 'FileHandleReadWrap';
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const;

export function processState(): ProcessState {
  const values = valuesNow();
  // Read last: the first access to a standard stream opens its handle.
  const handles = process.getActiveResourcesInfo().filter((handle) => handle !== passiveHandle);
  return { values, handles };
}

/** Names of values that differ. Packages add global functions when they are loaded: those do not count. */
export function changedValues(before: ProcessState, after: ProcessState): string[] {
  const changed = [...before.values.keys()].filter(
    (name) => !Object.is(before.values.get(name), after.values.get(name)),
  );
  const added = [...after.values.keys()].filter(
    (name) => !before.values.has(name) && !name.startsWith('globalThis.'),
  );
  return [...changed, ...added];
}

/** Handles that are open now and were not before. */
export function newHandles(before: ProcessState, after: ProcessState): string[] {
  const known = [...before.handles];
  return after.handles.filter((handle) => {
    const at = known.indexOf(handle);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Connections of this process, for the message about open handles. */
export function openConnections(): string[] {
  // Internal to Node.js, which has no other list of them.
  const { _getActiveHandles: activeHandles } = process as { _getActiveHandles?: () => unknown[] };
  const sockets = (activeHandles?.call(process) ?? []).filter((handle) => handle instanceof Socket);
  return sockets
    .filter(({ localPort }) => localPort !== undefined)
    .map(
      (socket) =>
        `${socket.localAddress}:${socket.localPort} to ${socket.remoteAddress}:${socket.remotePort}, ${socket.readyState}${socket.isPaused() ? ', paused' : ''}, ${socket.bytesRead} bytes read, ${socket.bytesWritten} written`,
    );
}

function valuesNow(): Map<string, unknown> {
  return new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ['the umask', process.umask()],
    ['process.exitCode', process.exitCode],
    ['process.stdin.read', process.stdin.read],
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ...events.map((event) => [`the listeners of ${event}`, process.listenerCount(event)] as const),
    ...entriesOf('process.env', process.env),
    ...entriesOf('console', console),
    ...entriesOf('globalThis', globalThis),
  ]);
}

/** Without getters, which load parts of Node.js. */
function entriesOf(name: string, object: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value }]) =>
    value === undefined ? [] : [[`${name}.${key}`, value]],
  );
}
