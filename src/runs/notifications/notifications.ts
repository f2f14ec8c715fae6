import { randomBytes } from 'node:crypto';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import type {
  ChannelKind,
  NotificationChannel,
  NotificationDelivery,
  NotificationEvent,
} from '../../domain/notification.ts';
import { newId } from '../../lib/id.ts';
import { OutboundError } from '../../lib/outbound.ts';
import {
  changeChannel,
  deleteChannel,
  findDelivery,
  insertChannel,
  insertDelivery,
  listChannels,
  listDeliveries,
} from '../../store/notifications.ts';
import { projectOfActor } from '../project-of-actor.ts';
import type { RunContext } from '../run-context.ts';
import { deliver } from './deliver.ts';

/** Operations on notification channels. */
export interface Notifications {
  /** By project; of one project or of all. */
  list(actor: Actor, project?: string): Promise<NotificationChannel[]>;
  get(actor: Actor, channelId: string): Promise<NotificationChannel>;
  /** `secret` signs the requests of a webhook; it is not shown again. */
  create(
    actor: Actor,
    channel: NewChannelInput,
  ): Promise<{ channel: NotificationChannel; secret: string | null }>;
  change(actor: Actor, channelId: string, changes: ChannelChanges): Promise<NotificationChannel>;
  remove(actor: Actor, channelId: string): Promise<void>;
  /** The delivery log, the newest first. */
  deliveries(actor: Actor, channelId: string): Promise<NotificationDelivery[]>;
  /** Sends a test message, once, and returns its result. */
  sendTest(actor: Actor, channelId: string): Promise<NotificationDelivery>;
}

export interface NewChannelInput {
  kind: ChannelKind;
  address: string;
  project: string | null;
  events: NotificationEvent[];
}

/** Undefined: unchanged. */
export interface ChannelChanges {
  events?: NotificationEvent[] | undefined;
  isOn?: boolean | undefined;
}

const maxPerProject = 20;
const shownDeliveries = 50;
const secretBytes = 24;

export function createNotifications(context: RunContext): Notifications {
  const { database, sealer, clock } = context.grids;

  async function findOwn(actor: Actor, id: string): Promise<NotificationChannel> {
    const [found] = await listChannels(database, actor, { id });
    if (found) return found;
    throw new AppError(
      'not_found',
      `Sorry, we cannot find that resource. There is no notification channel ${id}.`,
    );
  }

  return {
    list: (actor, project) => listChannels(database, actor, { project }),
    get: findOwn,

    async create(actor, { kind, address, project, events }) {
      const target = targetOf(context, kind, address);
      const secret = kind === 'webhook' ? `whsec_${randomBytes(secretBytes).toString('base64')}` : null;
      const id = newId();
      await database.transaction(async (tx) => {
        const { id: projectId, name } = await projectOfActor(tx, actor, project, 'notification[project]');
        if ((await listChannels(tx, actor, { project: name })).length >= maxPerProject)
          throw new AppError('invalid', `A project has at most ${maxPerProject} channels. Delete one first.`);
        await insertChannel(tx, {
          id,
          accountId: actor.accountId,
          projectId,
          kind,
          sealedAddress: sealer.seal(address),
          target,
          sealedSecret: secret === null ? null : sealer.seal(secret),
          events: requireEvents(events),
        });
      });
      return { channel: await findOwn(actor, id), secret };
    },

    async change(actor, id, changes) {
      const before = await findOwn(actor, id);
      const events = requireEvents(changes.events ?? before.events);
      await changeChannel(database, id, { events, isOn: changes.isOn ?? before.isOn });
      return findOwn(actor, id);
    },

    async remove(actor, id) {
      await findOwn(actor, id);
      await deleteChannel(database, id);
    },

    async deliveries(actor, id) {
      await findOwn(actor, id);
      return listDeliveries(database, id, shownDeliveries);
    },

    async sendTest(actor, channelId) {
      const { project } = await findOwn(actor, channelId);
      const id = newId();
      await insertDelivery(database, {
        id,
        channelId,
        cause: `test ${id}`,
        message: {
          type: 'test',
          time: new Date(clock.nowMs()).toISOString(),
          events: [],
          title: 'Test of a notification',
          text: `This channel receives notifications about runs of the project ${project.name}.`,
          project: project.name,
          url: context.pages.notifications(),
          run: null,
          schedule: null,
        },
      });
      await deliver(context, id);
      const delivery = await findDelivery(database, id);
      if (!delivery) throw new AppError('conflict', 'The channel was deleted during the test.');
      return delivery;
    },
  };
}

function requireEvents(events: readonly NotificationEvent[]): NotificationEvent[] {
  if (events.length === 0) throw invalid('events', 'At least one event is required.');
  return [...new Set(events)];
}

/** Checks the address, and returns its displayed part. Names are resolved when a message is sent. */
function targetOf(context: RunContext, kind: ChannelKind, address: string): string {
  if (kind === 'email') {
    if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(address))
      throw invalid('address', 'An e-mail address is required, such as ann@example.com.');
    if (context.sendMail) return address;
    throw invalid('kind', 'The service has no mail server. The operator can set SPATE_SMTP_URL.');
  }
  try {
    return context.outbound.check(address).origin;
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('address', error.message);
    throw error;
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field: `notification[${field}]` }]);
}
