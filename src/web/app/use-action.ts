import { useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { toContractError } from './use-loaded.ts';

export interface Action {
  error: ContractError | undefined;
  isBusy: boolean;
  /** Resolves with whether it was done; what went wrong is then in `error`. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Something a person sets off, one at a time, with what the service said against it. */
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
