import Type from 'typebox';
import { channelKindSchema, notificationEventSchema } from '../../contract/resources/notification.ts';

const events = Type.Array(notificationEventSchema, {
  'x-expects': 'a list of finished, failed, worse, cannot_start',
});

export const newNotificationSchema = Type.Object({
  kind: channelKindSchema,
  address: Type.String({ maxLength: 2000, description: 'URL, or e-mail address' }),
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name. Default: Default' })),
  events: Type.Optional({ ...events, description: 'Default: failed, worse, cannot_start' }),
});

export const notificationChangesSchema = Type.Object({
  events: Type.Optional(events),
  on: Type.Optional(Type.Boolean({ description: 'Whether it sends messages' })),
});

export const notificationListQuerySchema = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name of a project' })),
});
