import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

export const calendarSchema = closed({
  _links: closed({ self: linkSchema }),
  from: timestampSchema,
  to: timestampSchema,
  entries: Type.Array(
    closed({
      at: timestampSchema,
      kind: Type.Enum(['run', 'planned', 'missed'], {
        description: 'planned: a time of a schedule. missed: a time of a schedule without a run',
      }),
      name: nullable(Type.String({ description: 'Of the run, or of the test of the schedule' })),
      project: Type.String(),
      run: nullable(Type.String()),
      test: nullable(Type.String()),
      verdict: nullable(
        Type.Enum(['passed', 'failed', 'finished_with_errors', 'broken', 'doubtful'], {
          description: 'Of a finished run',
        }),
      ),
      tone: nullable(
        Type.Enum(['good', 'doubt', 'bad'], { description: 'Of the verdict, as in the list of runs' }),
      ),
      reason: nullable(Type.String({ description: 'Why a time has no run' })),
    }),
    { description: 'By time; at most the latest 2,000 past entries and 200 planned times of each schedule' },
  ),
});

export type CalendarResource = Static<typeof calendarSchema>;
export type CalendarEntryResource = CalendarResource['entries'][number];
