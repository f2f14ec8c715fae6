import { type Assertion, type CompiledElement, StopRequest, UserFailure } from '../core.ts';

/**
 * An assertion that runs outside of the engine. Its exceptions fail the sample, except those that stop a user or the
 * test.
 */
export function outsideAssertion({
  name,
  scope,
  checkOutside,
}: Required<Omit<Assertion, 'check'>>): CompiledElement {
  return {
    runsOutside: true,
    assertion: {
      name,
      scope,
      check: () => {
        throw new Error('An assertion of a transaction cannot run outside of the engine');
      },
      async checkOutside(result, user) {
        try {
          return await checkOutside(result, user);
        } catch (error) {
          if (error instanceof StopRequest || error instanceof UserFailure) {
            throw error;
          }
          const message = error instanceof Error ? error.message : String(error);
          return { name: 'Assertion failed! See log file.', isFailure: false, isError: true, message };
        }
      },
    },
  };
}
