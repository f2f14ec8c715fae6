import Type from 'typebox';
import { labelSorts } from '../../runs/run-views.ts';
import { timesSchema } from './times.ts';

const moment = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      description: `${description}: seconds since the start of the run, or since 1970`,
    }),
  );

const range = {
  from: moment('First second'),
  to: moment('Second after the last'),
  times: timesSchema,
};

export const rangeQuerySchema = Type.Object(range);

const label = Type.Optional(Type.String({ maxLength: 2_000, description: 'Only this label' }));

export const chartQuerySchema = Type.Object({ ...range, label });

export const errorSamplesQuerySchema = Type.Object({
  label,
  code: Type.Optional(Type.String({ maxLength: 200, description: 'Only this code' })),
  message: Type.Optional(Type.String({ maxLength: 2_000, description: 'Only this message' })),
});

export const labelsQuerySchema = Type.Object({
  ...range,
  label,
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Text in the label' })),
  sort: Type.Optional(
    Type.String({
      pattern: `^-?(${labelSorts.join('|')})$`,
      default: '-samples',
      description: 'A leading - sorts descending',
      'x-expects': `one of ${labelSorts.join(', ')}, with a leading - for descending order`,
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
});

export const eventsQuerySchema = Type.Object({
  step: Type.Optional(
    Type.Integer({
      enum: [1, 15, 300],
      default: 1,
      description: 'Seconds per point',
      'x-expects': '1, 15 or 300',
    }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 60, description: 'Cursor of a chart: send only later changes' }),
  ),
  label,
  view: Type.Optional(
    Type.Boolean({ default: false, description: 'Also send `view` events, of `from` to `to`' }),
  ),
  ...range,
});

export const compareQuerySchema = Type.Object({
  ...range,
  runs: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 8,
    description: 'Ids, the baseline first',
    'x-expects': 'the ids of two to eight runs, the baseline first',
  }),
});
