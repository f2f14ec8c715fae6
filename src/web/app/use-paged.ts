import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { toContractError } from './use-loaded.ts';

export interface Paged<T> {
  total: number;
  rowAt: (index: number) => T | undefined;
  /** Call with the visible row range; loads missing pages. */
  onWindow: (first: number, last: number) => void;
  error: ContractError | undefined;
}

export interface PageOf<T> {
  total: number;
  rows: T[];
}

/**
 * A list that the service sorts and searches, loaded page by page as rows scroll into view. New `deps` reset the list; a
 * new `round` reloads it, and old rows stay until the new ones arrive.
 */
export function usePaged<T>(
  load: (page: number, signal: AbortSignal) => Promise<PageOf<T>>,
  pageSize: number,
  deps: readonly unknown[],
  round: number,
): Paged<T> {
  const [pages, setPages] = useState<ReadonlyMap<number, T[]>>(new Map());
  const [total, setTotal] = useState(0);
  const [error, setError] = useState<ContractError>();
  const wanted = useRef({ first: 0, last: 0 });
  const state = useRef({ asked: new Map<number, AbortController>(), load });
  state.current.load = load;

  const ask = useCallback(() => {
    const { asked } = state.current;
    const lowest = Math.floor(wanted.current.first / pageSize) + 1;
    const highest = Math.floor(Math.max(wanted.current.first, wanted.current.last - 1) / pageSize) + 1;
    for (let page = lowest; page <= highest; page += 1) {
      if (asked.has(page)) continue;
      const stop = new AbortController();
      asked.set(page, stop);
      state.current.load(page, stop.signal).then(
        (answer) => {
          if (stop.signal.aborted) return;
          setTotal(answer.total);
          setError(undefined);
          setPages((before) => new Map(before).set(page, answer.rows));
        },
        (thrown: unknown) => {
          if (stop.signal.aborted) return;
          asked.delete(page);
          setError(toContractError(thrown));
        },
      );
    }
  }, [pageSize]);

  const forget = () => {
    for (const stop of state.current.asked.values()) stop.abort();
    state.current.asked.clear();
  };
  useEffect(() => {
    setPages(new Map());
    return forget;
  }, deps);
  useEffect(() => {
    forget();
    ask();
  }, [...deps, round]);

  const onWindow = useCallback(
    (first: number, last: number) => {
      wanted.current = { first, last };
      ask();
    },
    [ask],
  );
  const rowAt = useCallback(
    (index: number) => pages.get(Math.floor(index / pageSize) + 1)?.[index % pageSize],
    [pages, pageSize],
  );
  return { total, rowAt, onWindow, error };
}
