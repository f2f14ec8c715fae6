import type { Provider } from '../../provider.ts';

/** Machines on which somebody starts `spate agent --join …` by hand. The service can only wait for them and let them go. */
export function createJoinedProvider(): Provider {
  return {
    name: 'joined',
    capacity: undefined,
    ensureNode: async () => {},
    isPresent: async () => undefined,
    pauseNode: async () => {},
    removeNode: async () => {},
  };
}
