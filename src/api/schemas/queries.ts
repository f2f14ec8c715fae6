import Type from 'typebox';
import { runSorts, runStates } from '../../domain/run-filter.ts';
import { toolNames } from '../../domain/tool.ts';
import { timesSchema } from './times.ts';

const pageSchema = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1 })),
});

const filter = {
  search: Type.Optional(
    Type.String({ maxLength: 500, description: 'Text in name, notes or tags, or the id' }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 100 })),
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name' })),
  tool: Type.Optional(Type.Enum([...toolNames])),
  test: Type.Optional(Type.String({ maxLength: 100, description: 'Id of a test' })),
  state: Type.Optional(
    Type.Enum([...runStates], {
      description: 'Status, or verdict of a finished run',
    }),
  ),
};

export const trendsQuerySchema = Type.Object({ ...filter, times: timesSchema });

export const runListQuerySchema = Type.Object({
  ...pageSchema.properties,
  ...filter,
  sort: Type.Optional(
    Type.Enum([...runSorts, ...runSorts.map((name) => `-${name}` as const)], {
      default: '-created',
      description:
        'Column; a leading - sorts descending. p95 is that of passed samples. Runs without a value are last',
    }),
  ),
  times: timesSchema,
});

export const resultsQuerySchema = Type.Object({
  grid_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only this grid' })),
  format: Type.Optional(
    Type.Enum(['v2', 'v3'], { default: 'v2', description: 'v3: column names and readable times' }),
  ),
});

const moment = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Seconds since 1970' });

export const seriesQuerySchema = Type.Object({
  resolution: Type.Optional(
    Type.Integer({
      enum: [1, 15, 300],
      default: 15,
      description: 'Seconds per point',
      'x-expects': '1, 15 or 300',
    }),
  ),
  from: Type.Optional(moment),
  to: Type.Optional(moment),
  grid_id: Type.Optional(Type.String({ maxLength: 100 })),
  label: Type.Optional(Type.String({ maxLength: 2_000 })),
  times: timesSchema,
});
