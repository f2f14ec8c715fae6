import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';

export const channelKindSchema = Type.Enum(['webhook', 'slack', 'teams', 'email']);
export const notificationEventSchema = Type.Enum(['finished', 'failed', 'worse', 'cannot_start'], {
  description:
    'finished: any verdict. failed: a bad verdict. worse: than the baseline. cannot_start: no load was sent, or a schedule started no run',
});

const channelFields = {
  _links: closed({ self: linkSchema, deliveries: linkSchema }),
  uuid: Type.String(),
  project: Type.String(),
  kind: channelKindSchema,
  target: Type.String({ description: 'The e-mail address, or the origin of the URL: the rest is secret' }),
  events: Type.Array(notificationEventSchema),
  is_on: Type.Boolean(),
  created: timestampSchema,
};

export const channelSchema = closed(channelFields);

export const newChannelSchema = closed({
  ...channelFields,
  secret: nullable(
    Type.String({ description: 'Signs the requests of a webhook (Standard Webhooks); not shown again' }),
  ),
});

export const channelListSchema = closed({
  _links: closed({ self: linkSchema }),
  _embedded: closed({ notifications: Type.Array(channelSchema) }),
});

export const deliverySchema = closed({
  uuid: Type.String({ description: 'Header webhook-id of a webhook' }),
  type: Type.Enum(['run.finished', 'schedule.failed', 'test']),
  events: Type.Array(notificationEventSchema),
  title: Type.String(),
  run: nullable(Type.String()),
  state: Type.Enum(['pending', 'delivered', 'failed']),
  attempts: countSchema,
  reason: nullable(Type.String({ description: 'Why the last attempt failed' })),
  created: timestampSchema,
  changed: Type.String({
    ...timestampSchema,
    description: 'When the next attempt of a pending delivery is due, or the last attempt ended',
  }),
});

export const deliveryListSchema = closed({
  _links: closed({ self: linkSchema, notification: linkSchema }),
  _embedded: closed({
    deliveries: Type.Array(deliverySchema, { description: 'The latest 50, the newest first' }),
  }),
});

export type ChannelResource = Static<typeof channelSchema>;
export type NewChannelResource = Static<typeof newChannelSchema>;
export type ChannelListResource = Static<typeof channelListSchema>;
export type DeliveryResource = Static<typeof deliverySchema>;
export type DeliveryListResource = Static<typeof deliveryListSchema>;
