import { useEffect, useRef, useState } from 'preact/hooks';
import { ContractError } from '../../contract/contract-error.ts';

export interface Loaded<T> {
  /** The last answer; kept while the next one is under way, so that nothing jumps. */
  value: T | undefined;
  /** Why the last call failed; gone with the next answer. */
  error: ContractError | undefined;
  isLoading: boolean;
  reload(): void;
}

/**
 * Calls the service whenever `deps` change, and drops answers that come too late. Undefined instead of a loader: not now.
 */
export function useLoaded<T>(
  load: ((signal: AbortSignal) => Promise<T>) | undefined,
  deps: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const loader = latest.current;
    if (!loader) return;
    const stop = new AbortController();
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
  return { ...state, reload: () => setRound((before) => before + 1) };
}

export function toContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ContractError(0, 'page', message, { cause: error });
}
