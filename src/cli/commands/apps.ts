import {
  type ApplicationKind,
  applicationKinds,
  kindOfApplication,
} from '../../contract/application-kinds.ts';
import type { Client } from '../../contract/client.ts';
import type { ApplicationResource, NewApplicationResource } from '../../contract/resources/application.ts';
import { scopeNames } from '../../contract/scope-words.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { readScopes } from '../scopes.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const kindNames = applicationKinds.map(({ name }) => name);

export const apps: Command = {
  name: 'apps',
  summary: 'List, register and revoke OAuth 2.0 applications.',
  usage: [
    '[ls]',
    'new <name> --kind <kind> [--redirect <address>]… [--scope <scope>]…',
    'secret <id or name>',
    'revoke <id or name>',
  ],
  about: `Kinds:\n${applicationKinds.map(({ name, says }) => `  ${name.padEnd(7)}  ${says}`).join('\n')}`,
  verbs: ['ls', 'new', 'secret', 'revoke'],
  options: clientOptions,
  flags: {
    kind: {
      value: 'kind',
      choices: kindNames,
      sentence: `Type of the application: ${kindNames.join(', ')}.`,
    },
    redirect: {
      value: 'address',
      isRepeatable: true,
      sentence: 'Redirect URI; required for web and native.',
    },
    scope: {
      value: 'scope',
      isRepeatable: true,
      suggests: scopeNames,
      sentence: `Allowed scope: ${scopeNames.join(', ')}. Default: read.`,
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate apps new dashboards --kind web --redirect https://dash.example.com/callback',
      does: 'a website that users sign in to; the secret is shown once',
    },
    {
      line: 'spate apps new deployer --kind machine --scope read --scope run',
      does: 'a pipeline that starts runs as you',
    },
    {
      line: 'spate apps secret deployer',
      does: 'create a new secret; the old one stops working immediately',
    },
    { line: 'spate apps revoke deployer', does: 'revoke all access immediately' },
  ],
  run: (context) => runVerb(context, 'apps', { ls, new: register, secret, revoke }),
};

async function ls(context: CommandContext): Promise<number> {
  const { applications } = await openClient(context.config, context.env);
  const list = (await applications.list())._embedded.applications;
  sayListOr(context, list, {
    headings: ['client id', 'name', 'kind', 'scopes', 'redirect URIs', 'registered (UTC)'],
    row: (one) => [
      one.id,
      one.name,
      kindOfApplication(one)?.name ?? 'other',
      one.scopes.join(','),
      one.redirect_uris.join(' '),
      moment(one.created_at),
    ],
    ifEmpty: 'No applications yet. Register one: spate apps new deployer --kind machine.',
  });
  return 0;
}

async function register(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, lists, terminal } = context;
  const name = onlyArgument(args, 'apps new <name> --kind <kind>');
  const kind = readKind(flags.kind, lists.redirect ?? []);
  const scopes = readScopes(lists.scope) ?? ['read'];
  const { applications } = await openClient(config, env);
  const made = await applications.add({
    name,
    scopes,
    confidential: kind.confidential,
    grant_types: kind.grant_types,
    redirect_uris: [...(lists.redirect ?? [])],
  });
  terminal.note(
    made.secret === null
      ? `${made.name} registered. It is a public client without a secret.`
      : `${made.name} registered. Copy the secret now; it is not shown again:`,
  );
  sayJsonOr(context, made, () => terminal.say(linesOf(made)));
  return 0;
}

function readKind(given: string | undefined, redirects: readonly string[]): ApplicationKind {
  const kind = applicationKinds.find(({ name }) => name === given);
  if (kind === undefined) throw new CliError('--kind is missing.', `Use one of: ${kindNames.join(', ')}.`);
  if (kind.hasRedirects && redirects.length === 0)
    throw new CliError(
      `A ${kind.name} application requires a redirect URI.`,
      'For example: --redirect https://dash.example.com/callback',
    );
  if (!kind.hasRedirects && redirects.length > 0)
    throw new CliError(`A ${kind.name} application has no redirect URI.`, 'Remove --redirect.');
  return kind;
}

function linesOf({ id, secret: hidden }: NewApplicationResource): string {
  return [`client_id=${id}`, ...(hidden === null ? [] : [`client_secret=${hidden}`])].join('\n');
}

async function secret(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const which = onlyArgument(args, 'apps secret <id or name>');
  const { applications } = await openClient(config, env);
  const renewed = await applications.renewSecret((await findApplication(applications, which)).id);
  terminal.note(`New secret for ${renewed.name}. Copy it now; it is not shown again:`);
  sayJsonOr(context, renewed, () => terminal.say(renewed.secret ?? ''));
  return 0;
}

async function revoke(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const which = onlyArgument(args, 'apps revoke <id or name>');
  const { applications } = await openClient(config, env);
  const found = await findApplication(applications, which);
  await applications.revoke(found.id);
  sayJsonOr(context, { revoked: found.id }, () => terminal.note(`${found.name} revoked.`));
  return 0;
}

async function findApplication(
  applications: Client['applications'],
  which: string,
): Promise<ApplicationResource> {
  const list = (await applications.list())._embedded.applications;
  const [found, ...others] = list.filter(({ id, name }) => id === which || name === which);
  if (found === undefined)
    throw new CliError(`Application not found: ${which}.`, 'List applications with: spate apps');
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new CliError(`Several applications are named ${which}.`, `Use the client id: ${ids}.`);
}
