import type {
  ChannelListResource,
  ChannelResource,
  DeliveryListResource,
  DeliveryResource,
} from '../../contract/resources/notification.ts';
import type { NotificationChannel, NotificationDelivery } from '../../domain/notification.ts';
import { link, timestamp, withQuery } from './links.ts';

export function channelResource(channel: NotificationChannel): ChannelResource {
  const { id, project, kind, target, events, isOn, createdAt } = channel;
  return {
    _links: { self: link(`/notifications/${id}`), deliveries: link(`/notifications/${id}/deliveries`) },
    uuid: id,
    project: project.name,
    kind,
    target,
    events,
    is_on: isOn,
    created: timestamp(createdAt),
  };
}

export function channelListResource(
  channels: readonly NotificationChannel[],
  project: string | undefined,
): ChannelListResource {
  return {
    _links: { self: link(withQuery('/notifications', { project })) },
    _embedded: { notifications: channels.map(channelResource) },
  };
}

export function deliveryResource(delivery: NotificationDelivery): DeliveryResource {
  const { id, message, state, attempts, reason, createdAt, changedAt } = delivery;
  return {
    uuid: id,
    type: message.type,
    events: message.events,
    title: message.title,
    run: message.run?.id ?? null,
    state,
    attempts,
    reason,
    created: timestamp(createdAt),
    changed: timestamp(changedAt),
  };
}

export function deliveryListResource(
  channelId: string,
  deliveries: readonly NotificationDelivery[],
): DeliveryListResource {
  return {
    _links: {
      self: link(`/notifications/${channelId}/deliveries`),
      notification: link(`/notifications/${channelId}`),
    },
    _embedded: { deliveries: deliveries.map(deliveryResource) },
  };
}
