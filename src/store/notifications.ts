import type {
  NotificationChannel,
  NotificationDelivery,
  NotificationEvent,
  NotificationMessage,
} from '../domain/notification.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectChannel = `select channels.id, json_build_object('id', projects.id, 'name', projects.name) as project, kind, target, events,
  is_on as "isOn", channels.created_at as "createdAt"
  from notification_channels as channels join projects on projects.id = channels.project_id`;
const deliveryColumns = `id, message, state, attempts, reason, created_at as "createdAt", changed_at as "changedAt"`;

export interface NewChannel {
  id: string;
  accountId: number;
  projectId: number;
  kind: NotificationChannel['kind'];
  sealedAddress: Buffer;
  target: string;
  sealedSecret: Buffer | null;
  events: readonly NotificationEvent[];
}

export async function insertChannel(db: Queryable, channel: NewChannel): Promise<void> {
  const { id, accountId, projectId, kind, sealedAddress, target, sealedSecret, events } = channel;
  await db.query(
    `insert into notification_channels (id, account_id, project_id, kind, sealed_address, target, sealed_secret, events)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, accountId, projectId, kind, sealedAddress, target, sealedSecret, events],
  );
}

/** By project and age; `project` is a name. */
export async function listChannels(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  { id, project }: { id?: string | undefined; project?: string | undefined } = {},
): Promise<NotificationChannel[]> {
  return db.query<NotificationChannel>(
    `${selectChannel} where channels.account_id = $1 and ($2::int is null or channels.project_id = $2)
       and ($3::text is null or channels.id = $3) and ($4::text is null or projects.name = $4)
     order by lower(projects.name), channels.created_at, channels.id limit 500`,
    [accountId, projectId, id ?? null, project ?? null],
  );
}

export async function changeChannel(
  db: Queryable,
  id: string,
  { events, isOn }: Pick<NotificationChannel, 'events' | 'isOn'>,
): Promise<void> {
  await db.query('update notification_channels set events = $2, is_on = $3 where id = $1', [
    id,
    events,
    isOn,
  ]);
}

export async function deleteChannel(db: Queryable, id: string): Promise<void> {
  await db.query('delete from notification_channels where id = $1', [id]);
}

/** Whether a channel of the project is enabled. */
export async function hasChannels(db: Queryable, projectId: number): Promise<boolean> {
  const rows = await db.query('select from notification_channels where project_id = $1 and is_on limit 1', [
    projectId,
  ]);
  return rows.length > 0;
}

/** Enabled channels of the project with one of the events. */
export async function channelsFor(
  db: Queryable,
  projectId: number,
  events: readonly NotificationEvent[],
): Promise<{ id: string; events: NotificationEvent[] }[]> {
  return db.query(
    `select id, events from notification_channels where project_id = $1 and is_on and events && $2 order by id`,
    [projectId, events],
  );
}

/** False if the channel has a delivery for this cause already. */
export async function insertDelivery(
  db: Queryable,
  delivery: { id: string; channelId: string; cause: string; message: NotificationMessage },
): Promise<boolean> {
  const { id, channelId, cause, message } = delivery;
  const rows = await db.query(
    `insert into notification_deliveries (id, channel_id, cause, message) values ($1, $2, $3, $4)
     on conflict (channel_id, cause) do nothing returning id`,
    [id, channelId, cause, JSON.stringify(message)],
  );
  return rows.length > 0;
}

/** A delivery with the fields needed to send it. */
export interface DeliveryToSend extends NotificationDelivery {
  kind: NotificationChannel['kind'];
  sealedAddress: Buffer;
  sealedSecret: Buffer | null;
}

export async function findDelivery(db: Queryable, id: string): Promise<DeliveryToSend | undefined> {
  const [row] = await db.query<DeliveryToSend>(
    `select deliveries.*, kind, sealed_address as "sealedAddress", sealed_secret as "sealedSecret"
     from (select ${deliveryColumns}, channel_id from notification_deliveries where id = $1) as deliveries
     join notification_channels as channels on channels.id = channel_id`,
    [id],
  );
  return row;
}

export async function recordAttempt(
  db: Queryable,
  id: string,
  { state, attempts, reason, changedAt }: Omit<NotificationDelivery, 'id' | 'message' | 'createdAt'>,
): Promise<void> {
  await db.query(
    'update notification_deliveries set state = $2, attempts = $3, reason = $4, changed_at = $5 where id = $1',
    [id, state, attempts, reason, changedAt],
  );
}

/** The newest first. */
export async function listDeliveries(
  db: Queryable,
  channelId: string,
  limit: number,
): Promise<NotificationDelivery[]> {
  return db.query<NotificationDelivery>(
    `select ${deliveryColumns} from notification_deliveries where channel_id = $1 order by created_at desc, id limit $2`,
    [channelId, limit],
  );
}

export async function deleteOldDeliveries(db: Queryable, days: number): Promise<void> {
  await db.query(
    `delete from notification_deliveries where state <> 'pending' and created_at < now() - $1 * interval '1 day'`,
    [days],
  );
}
