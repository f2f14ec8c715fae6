import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

export const errorSchema = closed({
  error: Type.String({ description: 'Error message' }),
  code: Type.String(),
  details: Type.Array(
    closed({ code: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) }),
  ),
});

export const healthSchema = closed({ status: Type.Enum(['ready', 'starting', 'stopping']) });

export type ErrorResource = Static<typeof errorSchema>;
export type HealthResource = Static<typeof healthSchema>;
