import { scheduleListSchema, scheduleSchema } from '../../contract/resources/schedule.ts';
import { scheduleListResource, scheduleResource } from '../hal/schedule.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import { newScheduleSchema, scheduleChangesSchema, scheduleListQuerySchema } from '../schemas/schedules.ts';

export const scheduleRoutes: Route[] = [
  {
    method: 'GET',
    path: '/schedules',
    summary: 'List schedules with their next and latest times, the soonest first',
    changesState: false,
    query: scheduleListQuerySchema,
    success: { status: 200, schema: scheduleListSchema },
    handle: async (exchange) => {
      const { test } = exchange.query(scheduleListQuerySchema);
      return ok(scheduleListResource(await exchange.deps.schedules.list(exchange.actor, test), test));
    },
  },
  {
    method: 'POST',
    path: '/tests/:testId/schedules',
    summary: 'Start runs of a test at the times of a cron expression',
    changesState: true,
    body: { root: 'schedule', fields: newScheduleSchema },
    success: { status: 201, schema: scheduleSchema },
    handle: async (exchange) => {
      const { tests, schedules } = exchange.deps;
      const testId = exchange.param('testId');
      await tests.get(exchange.actor, testId);
      const { cron = '', time_zone: timeZone = 'UTC' } = await exchange.fields('schedule', newScheduleSchema);
      const input = { cron: cron.trim(), timeZone: timeZone.trim() };
      const made = await schedules.create(exchange.actor, testId, input);
      return created(scheduleResource(made), `/api/schedules/${made.schedule.id}`);
    },
  },
  {
    method: 'PATCH',
    path: '/schedules/:scheduleId',
    summary: 'Change a schedule, or switch it on or off: absent fields stay unchanged',
    changesState: true,
    body: { root: 'schedule', fields: scheduleChangesSchema },
    success: { status: 200, schema: scheduleSchema },
    handle: async (exchange) => {
      const { cron, time_zone: timeZone, on } = await exchange.fields('schedule', scheduleChangesSchema);
      const changes = { cron: cron?.trim(), timeZone: timeZone?.trim(), isOn: on };
      const id = exchange.param('scheduleId');
      return ok(scheduleResource(await exchange.deps.schedules.change(exchange.actor, id, changes)));
    },
  },
  {
    method: 'DELETE',
    path: '/schedules/:scheduleId',
    summary: 'Delete a schedule; its runs stay',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.schedules.remove(exchange.actor, exchange.param('scheduleId'));
      return noContent;
    },
  },
];
