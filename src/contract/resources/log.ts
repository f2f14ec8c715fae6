import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema } from './common.ts';

/** Last log lines of the tool on each node; live during the run. */
export const logsSchema = closed({
  _links: closed({ self: linkSchema }),
  logs: Type.Array(
    closed({
      grid: Type.String({ description: 'uuid of the grid' }),
      node: countSchema,
      state: Type.String(),
      lines: Type.Array(Type.String()),
    }),
  ),
});

export type LogsResource = Static<typeof logsSchema>;
