import { text } from 'node:stream/consumers';
import type { Client } from '../../contract/client.ts';
import type { NewNotificationInput, NotificationEventName } from '../../contract/inputs.ts';
import {
  channelKindWords,
  notificationEventNames,
  notificationEventWords,
} from '../../contract/notification-words.ts';
import type { ChannelResource } from '../../contract/resources/notification.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';
import { pickByPrefix } from '../service/pick-by-prefix.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const kinds = Object.keys(channelKindWords);

export const notifications: Command = {
  name: 'notifications',
  summary: 'Send messages about runs by webhook, Slack, Microsoft Teams or e-mail.',
  usage: [
    '[ls]',
    `add <${kinds.join('|')}> <address> [--on <event>]… [--project <name>]`,
    'log <id>',
    'test <id>',
    'edit <id> --on <event> [--on …]',
    'pause <id>',
    'resume <id>',
    'delete <id>',
  ],
  verbs: ['ls', 'add', 'log', 'test', 'edit', 'pause', 'resume', 'delete'],
  options: clientOptions,
  flags: {
    on: {
      value: 'event',
      isRepeatable: true,
      suggests: notificationEventNames,
      sentence:
        'With add and edit: event that sends a message. Default of add: failed, worse and cannot_start.',
    },
    project: { value: 'name', short: 'p', sentence: 'With add: project whose runs are reported.' },
    json: jsonFlag,
  },
  about:
    `Events:\n${notificationEventNames.map((name) => `  ${name.padEnd(12)}  ${notificationEventWords[name]}`).join('\n')}\n\n` +
    'The address "-" is read from standard input: URLs of Slack and Teams are secrets. Requests of a webhook are signed; "add"\n' +
    'prints the secret once. A failed message is sent again, up to 8 times within 21 hours.',
  examples: [
    {
      line: 'spate notifications add webhook https://ci.example.com/hooks/spate --on finished',
      does: 'a signed request after each run',
    },
    { line: 'spate notifications add slack - < slack-url.txt', does: 'failed and worse runs to Slack' },
    { line: 'spate notifications test k3Xw', does: 'send a test message now' },
  ],
  run: (context) =>
    runVerb(context, 'notifications', { ls, add, log, test, edit, pause, resume, delete: remove }),
};

async function ls(context: CommandContext): Promise<number> {
  const client = await openClient(context.config, context.env);
  const list = (await client.notifications.list())._embedded.notifications;
  sayListOr(context, list, {
    headings: ['id', 'project', 'kind', 'target', 'events'],
    row: ({ uuid, project, kind, target, events, is_on }) => [
      uuid.slice(0, 8),
      project,
      kind,
      target,
      is_on ? events.join(', ') : 'paused',
    ],
    ifEmpty: 'No notifications yet. Add one: spate notifications add webhook <url>.',
  });
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, lists, terminal } = context;
  const [kind, address, ...rest] = args;
  if (kind === undefined || address === undefined || rest.length > 0)
    throw new CliError('Kind and address are required.', 'Usage: spate notifications add <kind> <address>');
  const client = await openClient(config, env);
  const made = await client.notifications.create({
    kind: readKind(kind),
    address: address === '-' ? (await text(process.stdin)).trim() : address,
    project: flags.project,
    events: readEvents(lists.on),
  });
  terminal.note(`Notifications about runs of project ${made.project} go to ${made.target}. Id: ${made.uuid}`);
  if (made.secret !== null) terminal.note('Secret of the signature. Copy it now; it is not shown again:');
  sayJsonOr(context, made, () => terminal.say(made.secret ?? made.uuid));
  return 0;
}

function readKind(given: string): NewNotificationInput['kind'] {
  if (Object.hasOwn(channelKindWords, given)) return given as NewNotificationInput['kind'];
  throw new CliError(`Unknown kind: ${given}.`, `Use one of: ${kinds.join(', ')}.`);
}

function readEvents(given: readonly string[] | undefined): NotificationEventName[] | undefined {
  return given
    ?.flatMap((one) => one.split(','))
    .map((one) => {
      const event = notificationEventNames.find((name) => name === one.trim());
      if (event !== undefined) return event;
      throw new CliError(`Unknown event: "${one}".`, `Use one of: ${notificationEventNames.join(', ')}.`);
    });
}

async function log(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, channel } = await open(context, args, 'log');
  const list = (await client.notifications.deliveries(channel.uuid))._embedded.deliveries;
  sayListOr(context, list, {
    headings: ['created (UTC)', 'message', 'state', 'next (UTC)', 'attempts'],
    row: ({ created, title, attempts, state, changed }) => [
      moment(created),
      title,
      state,
      state === 'pending' ? moment(changed) : '',
      String(attempts),
    ],
    ifEmpty: `Nothing sent yet. Send a test: spate notifications test ${channel.uuid.slice(0, 8)}.`,
  });
  const problems = new Set(list.map(({ reason }) => reason).filter((reason) => reason !== null));
  if (context.flags.json === undefined)
    for (const problem of problems) context.terminal.say(`Problem: ${problem}`);
  return 0;
}

/** Exit code 1 if the message is not delivered. */
async function test(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, channel } = await open(context, args, 'test');
  const delivery = await client.notifications.test(channel.uuid);
  const isDelivered = delivery.state === 'delivered';
  sayJsonOr(context, delivery, () =>
    context.terminal.note(
      isDelivered ? `Test message delivered to ${channel.target}.` : `Not delivered: ${delivery.reason}`,
    ),
  );
  return isDelivered ? 0 : 1;
}

async function edit(context: CommandContext, args: readonly string[]): Promise<number> {
  const events = readEvents(context.lists.on);
  if (events === undefined)
    throw new CliError('--on is required.', 'Usage: spate notifications edit <id> --on <event>');
  const { client, channel } = await open(context, args, 'edit');
  const changed = await client.notifications.change(channel.uuid, { events });
  sayJsonOr(context, changed, () =>
    context.terminal.note(`Messages to ${changed.target} are sent on: ${changed.events.join(', ')}.`),
  );
  return 0;
}

async function pause(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, channel } = await open(context, args, 'pause');
  await client.notifications.change(channel.uuid, { on: false });
  context.terminal.note(`No messages are sent to ${channel.target} until it is resumed.`);
  return 0;
}

async function resume(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, channel } = await open(context, args, 'resume');
  await client.notifications.change(channel.uuid, { on: true });
  context.terminal.note(`Messages are sent to ${channel.target}.`);
  return 0;
}

async function remove(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, channel } = await open(context, args, 'delete');
  await client.notifications.remove(channel.uuid);
  context.terminal.note(`Notifications to ${channel.target} deleted.`);
  return 0;
}

async function open(
  { config, env }: CommandContext,
  args: readonly string[],
  verb: string,
): Promise<{ client: Client; channel: ChannelResource }> {
  const given = onlyArgument(args, `notifications ${verb} <id>`);
  const client = await openClient(config, env);
  const list = (await client.notifications.list())._embedded.notifications;
  const channel = pickByPrefix(given, list, 'channel', ({ uuid, target }) => `${uuid}  ${target}`);
  if (channel) return { client, channel };
  throw new CliError(`Channel not found: "${given}".`, 'List channels with: spate notifications.');
}
