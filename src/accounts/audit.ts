import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, AuditEntry, Means } from '../domain/account.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type AuditFilter, insertAuditEntry, listAudit } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { networkOf } from './guesses.ts';
import { createThrottle } from './throttle.ts';

/** What somebody did, or tried to. */
export interface Deed {
  /** Undefined: nobody who is known. */
  actor?: Actor | undefined;
  /** Of somebody who is not known: the name that they tried. */
  email?: string | undefined;
  address: string;
  /** Such as `POST /runs`. */
  action: string;
  /** Such as the id of the run. */
  target?: string | undefined;
  /** The run that it is about: of somebody who is not known, it is for the account of the run to know. */
  runId?: string | undefined;
  status: number;
}

/** Who did what, from where and when. */
export interface Audit {
  /** Resolves when it is written. Never fails: what could not be written goes to the log. */
  record(deed: Deed): Promise<void>;
  /** The account's entries, newest first. */
  list(actor: Actor, filter: AuditFilter): Promise<AuditEntry[]>;
}

/** No answer waits longer for its entry. */
const patienceMs = 10_000;
/** Strangers could fill the disk with what they try. */
const strangers = { burst: 200, everyMs: 1_000 };
/** What they try in vain says little after the first few. */
const refusedStrangers = { burst: 50, everyMs: 30_000 };

export function createAudit({ database, log, clock }: { database: Database; log: Log; clock: Clock }): Audit {
  const fromStrangers = createThrottle(clock, strangers);
  const refused = createThrottle(clock, refusedStrangers);
  return {
    async record({ actor, email, address, action, target, runId, status }) {
      // Each kind of attempt apart: many of one kind must not hide another.
      const network = networkOf(address);
      const isRefused = status >= 400 && email === undefined;
      if (!actor && (isRefused ? refused.take(`${network} ${action}`) : fromStrangers.take(network)) > 0)
        return;
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
      const written = insertAuditEntry(database, entry).catch((error: unknown) => {
        log.warn({ err: error, entry }, 'an entry of the audit log could not be written');
      });
      const over = new AbortController();
      const waited = delay(patienceMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      await Promise.race([written, waited]);
      over.abort();
    },
    list: (actor, filter) => listAudit(database, actor.accountId, filter),
  };
}

function meansText(means: Means): string {
  switch (means.kind) {
    case 'token':
      return `token ${means.name}`;
    case 'session':
      return 'session';
    case 'application':
      return `application ${means.name}`;
  }
}
