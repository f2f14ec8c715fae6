import { useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { toContractError } from './use-loaded.ts';

export interface Action {
  error: ContractError | undefined;
  isBusy: boolean;
  /** Resolves to true on success; otherwise `error` is set. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** State of a user action: busy flag and the error of the last call. */
export function useAction(): Action {
  const [error, setError] = useState<ContractError>();
  const [isBusy, setBusy] = useState(false);
  return {
    error,
    isBusy,
    run: async (work) => {
      setError(undefined);
      setBusy(true);
      try {
        await work();
        return true;
      } catch (thrown) {
        setError(toContractError(thrown));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
