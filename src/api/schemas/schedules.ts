import Type from 'typebox';

const cron = Type.String({
  maxLength: 100,
  description: 'Minute, hour, day, month and weekday, such as `30 2 * * MON-FRI`',
});
const timeZone = Type.String({ maxLength: 100, description: 'IANA name, such as Europe/Berlin' });

export const newScheduleSchema = Type.Object({
  cron,
  time_zone: Type.Optional({ ...timeZone, default: 'UTC' }),
});

export const scheduleChangesSchema = Type.Object({
  cron: Type.Optional(cron),
  time_zone: Type.Optional(timeZone),
  on: Type.Optional(Type.Boolean({ description: 'Whether it starts runs' })),
});

export const scheduleListQuerySchema = Type.Object({
  test: Type.Optional(Type.String({ maxLength: 100, description: 'Id of a test' })),
});
