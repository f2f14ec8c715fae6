import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { AuditEntryResource } from '../../../contract/resources/audit.ts';
import { api } from '../../app/api.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';

const pageSize = 50;

export interface AuditFilter {
  user: string;
  action: string;
}

export interface Audit {
  entries: AuditEntryResource[] | undefined;
  error: ContractError | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  more(): Promise<void>;
  reload(): void;
}

interface Older {
  /** Key of the list that these entries continue. */
  of: string;
  entries: AuditEntryResource[];
  hasMore: boolean;
}

/** Matching audit entries, newest first, with loading of older pages on demand. */
export function useAudit({ user, action }: AuditFilter, isAllowed: boolean): Audit {
  const filter = { limit: pageSize, ...(user !== '' && { user }), ...(action !== '' && { action }) };
  const first = useLoaded(isAllowed ? (signal) => api.audit.list(filter, { signal }) : undefined, [
    user,
    action,
    isAllowed,
  ]);
  const [older, setOlder] = useState<Older>();
  const [moreError, setMoreError] = useState<ContractError>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const newest = first.value?._embedded.entries;
  const of = `${user} ${action} ${newest?.at(0)?.id}`;
  const rest = older?.of === of ? older : undefined;
  const entries = newest && [...newest, ...(rest?.entries ?? [])];
  return {
    entries,
    error: first.error ?? moreError,
    hasMore: rest?.hasMore ?? first.value?._links.next !== undefined,
    isLoadingMore,
    reload: first.reload,
    more: async () => {
      const last = entries?.at(-1);
      if (!last) return;
      setLoadingMore(true);
      setMoreError(undefined);
      try {
        const page = await api.audit.list({ ...filter, before: last.id });
        setOlder({
          of,
          entries: [...(rest?.entries ?? []), ...page._embedded.entries],
          hasMore: page._links.next !== undefined,
        });
      } catch (thrown) {
        setMoreError(toContractError(thrown));
      } finally {
        setLoadingMore(false);
      }
    },
  };
}
