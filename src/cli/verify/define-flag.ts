import type { OwnFlag } from '../command.ts';

export const defineFlag: OwnFlag = {
  value: 'name=value',
  short: 'D',
  isRepeatable: true,
  sentence:
    'Parameter of the plan, as in override_parameters; available to scripts as an environment variable.',
};
