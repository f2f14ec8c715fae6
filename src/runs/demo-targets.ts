import { AppError } from '../domain/errors.ts';
import { startTarget, type Target } from '../lib/demo-target.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { unfinishedDemoPorts } from '../store/demo-runs.ts';

/**
 * Targets of demo runs, on the loopback address of the service's machine. They stay open until the runs are finished.
 */
export interface DemoTargets {
  /** Calls `work`, which creates a demo run, with the port of an open target: `preferredPort` if possible. Throws conflict. */
  withTarget<T>(preferredPort: number | null, work: (port: number) => Promise<T>): Promise<T>;
  /** After a restart: reopens the targets of unfinished runs. */
  resume(): Promise<void>;
  /** Closes targets whose runs are finished; also runs every few seconds. */
  review(): Promise<void>;
  close(): Promise<void>;
}

const reviewEveryMs = 5_000;
/** Ten times what one demo run uses. */
const maxConnections = 100;

export function createDemoTargets({ database, log }: { database: Database; log: Log }): DemoTargets {
  const targets = new Map<number, Target>();
  /** Calls whose run may not be stored yet: no target is closed meanwhile. */
  let creating = 0;
  /** Calls so far: a run stored while `review` waits for the database is not in its list. */
  let created = 0;
  let reviewing: Promise<void> = Promise.resolve();
  let opening: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    reviewing = reviewing
      .then(review)
      .catch((error: unknown) => log.warn({ err: error }, 'demo-target.review.failed'));
  }, reviewEveryMs).unref();

  async function listen(port: number): Promise<number> {
    const target = await startTarget(undefined, { port, maxConnections });
    targets.set(target.port, target);
    return target.port;
  }

  /** One target serves all runs; another is only opened for a run of an earlier service with another port. */
  async function open(preferredPort: number | null): Promise<number> {
    const [first] = targets.keys();
    if (preferredPort !== null && targets.has(preferredPort)) return preferredPort;
    if (first !== undefined) return first;
    try {
      return await (preferredPort === null ? listen(0) : listen(preferredPort).catch(() => listen(0)));
    } catch (error) {
      const message = `The demo target cannot listen on 127.0.0.1: ${(error as Error).message}.`;
      throw new AppError('conflict', message, [], { cause: error });
    }
  }

  async function review(): Promise<void> {
    if (targets.size === 0) return;
    const before = created;
    const needed = await unfinishedDemoPorts(database);
    if (creating > 0 || created > before) return;
    const unused = [...targets].filter(([port]) => !needed.includes(port));
    for (const [port] of unused) targets.delete(port);
    await Promise.all(unused.map(([, target]) => target.stop()));
  }

  return {
    async withTarget(preferredPort, work) {
      creating++;
      created++;
      try {
        const opened = opening.then(() => open(preferredPort));
        opening = opened.catch(() => undefined);
        return await work(await opened);
      } finally {
        creating--;
      }
    },
    async resume() {
      for (const port of await unfinishedDemoPorts(database))
        await listen(port).catch((error: unknown) =>
          log.warn({ err: error, port }, 'demo-target.resume.failed'),
        );
    },
    review,
    async close() {
      clearInterval(timer);
      await reviewing;
      const open = [...targets.values()];
      targets.clear();
      await Promise.all(open.map((target) => target.stop()));
    },
  };
}
