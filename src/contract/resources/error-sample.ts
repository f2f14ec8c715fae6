import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';

const milliseconds = Type.Number({ description: 'Milliseconds' });

export const errorSampleListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({
    error_samples: Type.Array(
      closed({
        grid: Type.String({ description: 'Name of the grid' }),
        node: Type.Integer({ description: 'Index in the grid, from 0' }),
        label: Type.String(),
        code: Type.String(),
        message: Type.String(),
        started: timestampSchema,
        response_time: milliseconds,
        latency: Type.Number({ description: 'Milliseconds until the first byte of the response' }),
        connect_time: milliseconds,
        url: Type.String(),
        details: Type.String({
          description: 'Of a browser step: the error with its stack, failed requests, console; else empty',
        }),
        trace_id: nullable(
          Type.String({ description: 'Trace of the request, from its header traceparent; null without one' }),
        ),
        request: closed({ head: Type.String(), body: Type.String() }),
        response: closed({
          head: Type.String(),
          body: Type.String({ description: 'At most 65,536 characters' }),
          bytes: Type.Integer({ description: 'Size of the whole body' }),
        }),
      }),
      { description: 'The earliest 20, with secrets replaced by ***' },
    ),
  }),
});

export type ErrorSampleListResource = Static<typeof errorSampleListSchema>;
