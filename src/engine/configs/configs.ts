import type { ElementCompiler } from '../core.ts';

export const configs: Record<string, ElementCompiler> = {
  // What they set is known before the first user comes.
  Arguments: () => ({}),
};
