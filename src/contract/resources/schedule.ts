import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

export const scheduleSchema = closed({
  _links: closed({ self: linkSchema, test: linkSchema }),
  uuid: Type.String(),
  test: closed({ uuid: Type.String(), name: Type.String() }),
  project: Type.String(),
  cron: Type.String({ description: 'Minute, hour, day, month and weekday' }),
  time_zone: Type.String({ description: 'IANA name' }),
  is_on: Type.Boolean(),
  next: Type.Array(timestampSchema, { description: 'The next five times; empty while it is off' }),
  last: Type.Array(
    closed({
      due: timestampSchema,
      outcome: Type.Enum(['starting', 'started', 'missed', 'failed'], {
        description: 'missed: the service was not running. failed: the run was rejected',
      }),
      run: nullable(Type.String()),
      reason: nullable(Type.String({ description: 'Why there is no run' })),
    }),
    { description: 'The latest ten times, the newest first' },
  ),
});

export const scheduleListSchema = closed({
  _links: closed({ self: linkSchema }),
  _embedded: closed({ schedules: Type.Array(scheduleSchema) }),
});

export type ScheduleResource = Static<typeof scheduleSchema>;
export type ScheduleListResource = Static<typeof scheduleListSchema>;
