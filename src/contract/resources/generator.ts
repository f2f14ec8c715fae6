import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

/** Schedule lag and utilization of the load generator. */
export const generatorSchema = closed({
  lag_p99_ms: Type.Number({ description: 'Schedule lag of virtual users, p99, on the worst node' }),
  lag_max_ms: Type.Number(),
  busy_share: Type.Number({ description: 'Utilization of the generator, 0 to 1, on the worst node' }),
  includes_start: Type.Boolean({
    description:
      "The lag covers the whole run including the engine's start: the run was too short to exclude it, or no virtual user waited afterwards",
  }),
});

export type GeneratorResource = Static<typeof generatorSchema>;
