import type { Observation, Provider } from '../../provider.ts';

const unknown: Observation = { present: undefined, problems: [] };

/** Machines that users join themselves. The service cannot start or stop them. */
export function createJoinedProvider(): Provider {
  return {
    name: 'joined',
    capacity: undefined,
    check: async () => {},
    ensure: async () => unknown,
    observe: async () => unknown,
    pause: async () => {},
    end: async () => unknown,
    forget: async () => {},
  };
}
