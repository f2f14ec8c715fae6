import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

/** How well what made the load kept to its own schedule. */
export const generatorSchema = closed({
  lag_p99_ms: Type.Number({ description: 'How late users acted; on the worst node' }),
  lag_max_ms: Type.Number(),
  busy_share: Type.Number({ description: 'Of the time, 0 to 1; on the worst node' }),
  includes_start: Type.Boolean({
    description:
      "The lag is of the whole run, the engine's start included: it was too short to leave that out, or nobody waited after it",
  }),
});

export type GeneratorResource = Static<typeof generatorSchema>;
