import {
  channelListSchema,
  channelSchema,
  deliveryListSchema,
  deliverySchema,
  newChannelSchema,
} from '../../contract/resources/notification.ts';
import {
  channelListResource,
  channelResource,
  deliveryListResource,
  deliveryResource,
} from '../hal/notification.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import {
  newNotificationSchema,
  notificationChangesSchema,
  notificationListQuerySchema,
} from '../schemas/notifications.ts';

export const notificationRoutes: Route[] = [
  {
    method: 'GET',
    path: '/notifications',
    summary: 'List the channels that receive notifications about runs',
    changesState: false,
    query: notificationListQuerySchema,
    success: { status: 200, schema: channelListSchema },
    handle: async (exchange) => {
      const { project } = exchange.query(notificationListQuerySchema);
      return ok(
        channelListResource(await exchange.deps.notifications.list(exchange.actor, project), project),
      );
    },
  },
  {
    method: 'POST',
    path: '/notifications',
    summary: 'Add a webhook, Slack or Teams channel or e-mail address for the runs of a project',
    changesState: true,
    body: { root: 'notification', fields: newNotificationSchema },
    success: { status: 201, schema: newChannelSchema },
    handle: async (exchange) => {
      const fields = await exchange.fields('notification', newNotificationSchema);
      const { kind = 'webhook', address = '', project, events } = fields;
      const { channel, secret } = await exchange.deps.notifications.create(exchange.actor, {
        kind,
        address: address.trim(),
        project: project?.trim() || null,
        events: events ?? ['failed', 'worse', 'cannot_start'],
      });
      return created({ ...channelResource(channel), secret }, `/api/notifications/${channel.id}`);
    },
  },
  {
    method: 'GET',
    path: '/notifications/:channelId',
    summary: 'Get a notification channel',
    changesState: false,
    success: { status: 200, schema: channelSchema },
    handle: async (exchange) => {
      const id = exchange.param('channelId');
      return ok(channelResource(await exchange.deps.notifications.get(exchange.actor, id)));
    },
  },
  {
    method: 'PATCH',
    path: '/notifications/:channelId',
    summary:
      'Change the events of a notification channel, or switch it on or off: absent fields stay unchanged',
    changesState: true,
    body: { root: 'notification', fields: notificationChangesSchema },
    success: { status: 200, schema: channelSchema },
    handle: async (exchange) => {
      const { events, on } = await exchange.fields('notification', notificationChangesSchema);
      const id = exchange.param('channelId');
      const changes = { events, isOn: on };
      return ok(channelResource(await exchange.deps.notifications.change(exchange.actor, id, changes)));
    },
  },
  {
    method: 'DELETE',
    path: '/notifications/:channelId',
    summary: 'Delete a notification channel with its delivery log',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.notifications.remove(exchange.actor, exchange.param('channelId'));
      return noContent;
    },
  },
  {
    method: 'GET',
    path: '/notifications/:channelId/deliveries',
    summary: 'Get the delivery log of a notification channel',
    changesState: false,
    success: { status: 200, schema: deliveryListSchema },
    handle: async (exchange) => {
      const id = exchange.param('channelId');
      return ok(deliveryListResource(id, await exchange.deps.notifications.deliveries(exchange.actor, id)));
    },
  },
  {
    method: 'POST',
    path: '/notifications/:channelId/test',
    summary: 'Send a test message to a notification channel, and get its result',
    changesState: true,
    success: { status: 200, schema: deliverySchema },
    handle: async (exchange) => {
      const id = exchange.param('channelId');
      return ok(deliveryResource(await exchange.deps.notifications.sendTest(exchange.actor, id)));
    },
  },
];
