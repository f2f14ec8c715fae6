import { useEffect, useRef, useState } from 'preact/hooks';
import { ContractError } from '../../contract/contract-error.ts';

export interface Loaded<T> {
  /** The last response; kept while the next request is pending. */
  value: T | undefined;
  /** Error of the last call; cleared by the next response. */
  error: ContractError | undefined;
  isLoading: boolean;
  reload(): void;
}

export interface Replaceable<T> extends Loaded<T> {
  /** Takes a newer value from elsewhere, and cancels a pending call. */
  replace(value: T): void;
}

/**
 * Calls `load` whenever `deps` change and ignores responses of superseded calls. An undefined `load` pauses loading.
 */
export function useLoaded<T>(
  load: ((signal: AbortSignal) => Promise<T>) | undefined,
  deps: readonly unknown[],
): Replaceable<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const pending = useRef<AbortController>(undefined);
  useEffect(() => {
    const loader = latest.current;
    if (!loader) return;
    const stop = new AbortController();
    pending.current = stop;
    setState((before) => ({ ...before, isLoading: true }));
    loader(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted)
          setState((before) => ({ ...before, error: toContractError(error), isLoading: false }));
      },
    );
    return () => stop.abort();
  }, [...deps, round, load === undefined]);
  return {
    ...state,
    reload: () => setRound((before) => before + 1),
    replace: (value) => {
      pending.current?.abort();
      setState({ value, error: undefined, isLoading: false });
    },
  };
}

export function toContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ContractError(0, 'page', message, { cause: error });
}
