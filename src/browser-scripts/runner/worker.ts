/** Runs several users of a script, each in its own browser context. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { UserEnd } from '../script/contract.ts';
import { runUser } from '../script/user.ts';
import { Browsers } from './browsers.ts';
import { launchSettingsOf, readExamined } from './examined.ts';
import type { Order, Report } from './messages.ts';
import { readOptions } from './read-options.ts';
import { Recorder } from './recorder.ts';
import { separateEnvironments } from './user-environments.ts';

const beatEveryMs = 500;
/** Time for a user that called process.exit to close its pages. */
const leavingMs = 5_000;

const options = await readOptions(process.argv[2]);
const { script, settings } = await readExamined(options);
const { exit } = process;
const send = process.send?.bind(process);
const report = (message: Report) => send?.(message, undefined, undefined, () => {});
const browsers = new Browsers(options.chromiumPath);
const stop = new AbortController();
/** The current virtual user, to attribute errors and process.exit. */
const current = new AsyncLocalStorage<RunningUser>();
let activeUsers = 0;
const recorder = new Recorder(options, {
  users: () => activeUsers,
  onLost: (error) => report({ kind: 'resultsLost', text: error.message }),
});

const rowRequests = new Map<number, (text: string | null) => void>();
let lastRowRequest = 0;

interface RunningUser {
  index: number;
  environment: NodeJS.ProcessEnv;
  /** Ends this user alone. */
  leave(error: string): void;
}

separateEnvironments(current);
process.on('message', (order: Order) => {
  switch (order.kind) {
    case 'start':
      void startUser(order.userIndex, order.durationS);
      break;
    case 'row':
      rowRequests.get(order.request)?.(order.text);
      rowRequests.delete(order.request);
      break;
    case 'users':
      activeUsers = order.count;
      break;
    case 'stop':
      stop.abort();
      break;
    case 'finish':
      void browsers.closeAll().then(() => exit(0));
      break;
  }
});
// Without the supervisor, samples are not counted.
process.on('disconnect', () => exit(1));
// Old scripts often omit await; as in the original, that does not end the process.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    recorder.log.note(current.getStore()?.index, `Unhandled error: ${text}`);
  });
}
// process.exit ends only the user that called it.
process.exit = (code) => {
  const user = current.getStore();
  if (!user) {
    return exit(code);
  }
  user.leave(`the script called process.exit(${code ?? ''})`);
  throw new Error(`process.exit(${code ?? ''})`);
};

try {
  await browsers.open(launchSettingsOf(settings));
} catch (error) {
  report({ kind: 'unfit', text: `Chromium could not be started: ${(error as Error).message}` });
}
setInterval(() => report({ kind: 'beat' }), beatEveryMs);
report({ kind: 'prepared' });

function nextRow(file: string): Promise<string | null> {
  return new Promise((resolve) => {
    lastRowRequest += 1;
    rowRequests.set(lastRowRequest, resolve);
    report({ kind: 'row', request: lastRowRequest, file });
  });
}

async function startUser(userIndex: number, durationS: number | null): Promise<void> {
  const left = Promise.withResolvers<UserEnd>();
  const leaving = new AbortController();
  let hasLeft = false;
  const user: RunningUser = {
    index: userIndex,
    environment: { ...options.variables, THREAD_ID: String(userIndex) },
    leave: (error) => {
      hasLeft = true;
      leaving.abort();
      setTimeout(() => left.resolve({ iterations: 0, why: 'broken', error }), leavingMs);
      void running.then(() => left.resolve({ iterations: 0, why: 'broken', error }));
    },
  };
  const observer = recorder.observerFor(userIndex);
  const running = current.run(user, () =>
    runUser({
      script,
      identity: { ...options.identity, userIndex },
      filesFolder: options.filesFolder,
      leased: { files: options.leasedFiles.map(({ name }) => name), nextRow },
      resultsFolder: options.resultsFolder,
      durationS,
      loopCount: options.loopCount,
      openBrowser: (launch) => browsers.open(launch),
      observer: {
        ...observer,
        // The step that called process.exit has not ended.
        onStepEnd: (step, traffic) => hasLeft || observer.onStepEnd(step, traffic),
      },
      stop: AbortSignal.any([stop.signal, leaving.signal]),
    }),
  );
  const ended = running
    .catch((error: Error): UserEnd => ({ iterations: 0, why: 'broken', error: error.stack ?? error.message }))
    .then((end) => (hasLeft ? left.promise : end));
  const end = await Promise.race([ended, left.promise]);
  if (end.error !== null) {
    recorder.log.note(userIndex, `The user ended early: ${end.error}`);
  }
  report({ kind: 'ended', userIndex, end });
}
