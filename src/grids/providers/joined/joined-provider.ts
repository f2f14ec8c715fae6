import type { Provider } from '../../provider.ts';

/** Machines on which a user runs `spate agent --join …`. The service cannot start or stop them. */
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
