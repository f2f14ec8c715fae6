import type { CommandContext, OwnFlag } from '../command.ts';
import { joinOverrides } from '../run/overrides.ts';

export const defineFlag: OwnFlag = {
  value: 'name=value',
  short: 'D',
  isRepeatable: true,
  sentence:
    'Parameter of the plan, as in override_parameters; available to scripts as an environment variable.',
};

/** The override_parameters of all given flags. */
export function definedOverrides({ define = [] }: CommandContext['lists']): string | undefined {
  return joinOverrides({ properties: [], systemProperties: define, raw: [] });
}
