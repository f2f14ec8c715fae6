import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, AuditEntry, Authentication } from '../domain/account.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type AuditFilter, insertAuditEntry, listAudit } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { networkOf } from './guesses.ts';
import { createThrottle } from './throttle.ts';

/** A performed or attempted action. */
export interface Deed {
  /** Undefined without authentication. */
  actor?: Actor | undefined;
  /** Without authentication: the given name. */
  email?: string | undefined;
  address: string;
  /** Route, such as `POST /runs`. */
  action: string;
  /** Id of the affected resource, such as a run. */
  target?: string | undefined;
  /** The affected run: anonymous actions are recorded in its account. */
  runId?: string | undefined;
  status: number;
}

/** Audit log. */
export interface Audit {
  /** Resolves when the entry is stored. Never rejects: failures are logged. */
  record(deed: Deed): Promise<void>;
  /** The account's entries, newest first. */
  list(actor: Actor, filter: AuditFilter): Promise<AuditEntry[]>;
}

/** Maximum time a response waits for its entry. */
const maxWaitMs = 10_000;
/** Limit of anonymous entries, which could fill the disk. */
const strangers = { burst: 200, everyMs: 1_000 };
/** Limit of rejected anonymous entries. */
const refusedStrangers = { burst: 50, everyMs: 30_000 };

export function createAudit({ database, log, clock }: { database: Database; log: Log; clock: Clock }): Audit {
  const fromStrangers = createThrottle({ database, clock }, 'audit from', strangers);
  const refused = createThrottle({ database, clock }, 'rejected audit from', refusedStrangers);

  /** Separate limits per kind: many attempts of one kind must not hide another. */
  async function isAllowed({ actor, email, address, action, status }: Deed): Promise<boolean> {
    if (actor) return true;
    const network = networkOf(address);
    const isRefused = status >= 400 && email === undefined;
    const waitS = await (isRefused ? refused.take(`${network} ${action}`) : fromStrangers.take(network));
    return waitS === 0;
  }

  return {
    async record(deed) {
      const { actor, email, address, action, target, runId, status } = deed;
      const entry = {
        accountId: actor?.accountId ?? null,
        userId: actor?.userId ?? null,
        email: email?.slice(0, 320) ?? null,
        means: actor ? meansText(actor.means) : null,
        address,
        action,
        target: target?.slice(0, 200) ?? null,
        runId: runId ?? null,
        status,
      };
      const write = async () => {
        if (await isAllowed(deed)) await insertAuditEntry(database, entry);
      };
      const written = write().catch((error: unknown) => {
        log.warn({ err: error, entry }, 'audit.write.failed');
      });
      const over = new AbortController();
      const waited = delay(maxWaitMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      await Promise.race([written, waited]);
      over.abort();
    },
    list: (actor, filter) => listAudit(database, actor.accountId, filter),
  };
}

function meansText(means: Authentication): string {
  switch (means.kind) {
    case 'token':
      return `token ${means.name}`;
    case 'session':
      return 'session';
    case 'application':
      return `application ${means.name}`;
  }
}
