import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Actor } from '../../domain/account.ts';
import { type Scope, scopes } from '../../domain/scopes.ts';
import { findApplication } from '../../store/applications.ts';
import type { Database } from '../../store/database.ts';
import { answerDeviceCode, deleteGrant, findRecordByUserCode } from '../../store/oauth-records.ts';
import { findUserById } from '../../store/users.ts';
import { builtInName } from './clients.ts';
import { type OAuthKeys, oauthKeys } from './keys.ts';
import { errors } from './library.ts';
import type { Outcome } from './outcome.ts';
import { createProvider, type ProviderOptions } from './provider.ts';

/** OAuth server and its consent requests. */
export interface OAuth {
  /** Handles requests below /oauth and /.well-known. */
  answer(issuer: string, request: IncomingMessage, response: ServerResponse): Promise<Outcome>;
  /** The user of an outcome, acting through the application. */
  actorOf(outcome: Outcome): Promise<Actor | undefined>;
  /** A pending consent; undefined if it has expired or belongs to another browser. */
  consent(issuer: string, request: IncomingMessage, response: ServerResponse): Promise<Consent | undefined>;
  /** A device request; undefined for a code that is unknown, expired or answered. */
  device(issuer: string, userCode: string): Promise<DeviceRequest | undefined>;
  defaultScope(applicationId: string): Promise<string | undefined>;
  readonly allowsPasswords: boolean;
}

export interface Question {
  applicationId: string;
  applicationName: string;
  /** E-mail address of the user who registered it; null for built-in applications. */
  registeredBy: string | null;
  /** Requested scopes. */
  scopes: Scope[];
  /** Whether it also requests name and e-mail address. */
  wantsIdentity: boolean;
}

export type Person = Pick<Actor, 'userId' | 'scopes'>;

export interface Consent extends Question {
  uid: string;
  /** Redirect URI. */
  redirectTo: string;
  /** Both resolve with the path to redirect to. Granted scopes are limited to those of the user. */
  allow(person: Person): Promise<string>;
  refuse(): Promise<string>;
}

export interface DeviceRequest extends Question {
  /** Client address of the request. */
  address: string;
  /** False if it was already answered. */
  allow(person: Person): Promise<boolean>;
  refuse(): Promise<boolean>;
}

export type OAuthOptions = Omit<ProviderOptions, 'issuer' | 'keys' | 'onOutcome'>;

/** Maximum number of issuers: without a public URL the issuer depends on the request. */
const maxIssuers = 8;

export function createOAuth(options: OAuthOptions): OAuth {
  const { database } = options;
  const providers = new Map<string, Provider>();
  const outcomes = new WeakMap<IncomingMessage, Outcome>();
  let keys: Promise<OAuthKeys> | undefined;

  async function providerFor(issuer: string): Promise<Provider> {
    const known = providers.get(issuer);
    if (known) return known;
    keys ??= oauthKeys(database).catch((error) => {
      keys = undefined;
      throw error;
    });
    const onOutcome = (request: IncomingMessage, outcome: Outcome) => void outcomes.set(request, outcome);
    const made = createProvider({ ...options, issuer, keys: await keys, onOutcome });
    const [oldest] = providers.keys();
    if (providers.size >= maxIssuers && oldest !== undefined) providers.delete(oldest);
    providers.set(issuer, made);
    return made;
  }

  return {
    allowsPasswords: options.checkPassword !== undefined,
    async answer(issuer, request, response) {
      const provider = await providerFor(issuer);
      await provider.callback()(request, response);
      return outcomes.get(request) ?? {};
    },
    async consent(issuer, request, response) {
      return consentOf(database, await providerFor(issuer), request, response);
    },
    async device(issuer, userCode) {
      return deviceRequest(database, await providerFor(issuer), userCode);
    },
    actorOf: (outcome) => actorOf(database, outcome),
    async defaultScope(applicationId) {
      if (builtInName(applicationId) !== undefined) return scopes.join(' ');
      return (await findApplication(database, applicationId))?.scopes.join(' ');
    },
  };
}

async function consentOf(
  database: Database,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Consent | undefined> {
  const found = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { client_id: clientId, scope, redirect_uri: redirectUri } = found.params as Record<string, string>;
  const question = await questionOf(database, clientId ?? '', scope);
  if (!question) return undefined;
  const settle = async (result: Parameters<Provider['interactionResult']>[2]) => {
    const returnTo = await provider.interactionResult(request, response, result);
    return new URL(returnTo).pathname;
  };
  return {
    ...question,
    uid: found.uid,
    redirectTo: redirectUri ?? '',
    async allow(person) {
      const { grantId } = await makeGrant(provider, person, question.applicationId, scope ?? '');
      return settle({ login: { accountId: String(person.userId), remember: false }, consent: { grantId } });
    },
    refuse: () => settle({ error: 'access_denied', error_description: 'The user denied access.' }),
  };
}

async function deviceRequest(
  database: Database,
  provider: Provider,
  userCode: string,
): Promise<DeviceRequest | undefined> {
  const found = await findRecordByUserCode(database, 'DeviceCode', normaliseUserCode(userCode));
  const { clientId, params, deviceInfo, accountId, error } = (found?.payload ?? {}) as {
    clientId?: string;
    params?: { scope?: string };
    deviceInfo?: { address?: string };
    accountId?: string;
    error?: string;
  };
  const isOpen = found?.expiresAt && found.expiresAt > new Date() && !accountId && !error;
  if (!isOpen || clientId === undefined) return undefined;
  const scope = params?.scope ?? 'read';
  const question = await questionOf(database, clientId, scope);
  if (!question) return undefined;
  return {
    ...question,
    address: deviceInfo?.address ?? '',
    async allow(person) {
      const { userId } = person;
      const { grantId, granted } = await makeGrant(provider, person, clientId, scope);
      const authTime = Math.floor(Date.now() / 1000);
      const payload = { accountId: String(userId), grantId, scope: granted, authTime };
      const isFirst = await answerDeviceCode(database, found.id, { payload, grantId, userId });
      if (!isFirst) await deleteGrant(database, grantId);
      return isFirst;
    },
    refuse: () =>
      answerDeviceCode(database, found.id, {
        payload: { error: 'access_denied', errorDescription: 'The user denied access.' },
        grantId: null,
        userId: null,
      }),
  };
}

async function makeGrant(
  provider: Provider,
  { userId, scopes: held }: Person,
  clientId: string,
  scope: string,
): Promise<{ grantId: string; granted: string }> {
  const withheld = new Set<string>(scopes.filter((each) => !held.includes(each)));
  const asked = scope.split(' ').filter((each) => each !== '');
  const granted = asked.filter((each) => !withheld.has(each)).join(' ');
  const refused = asked.filter((each) => withheld.has(each)).join(' ');
  const grant = new provider.Grant({ accountId: String(userId), clientId });
  grant.addOIDCScope(granted);
  if (refused !== '') grant.rejectOIDCScope(refused);
  return { grantId: await grant.save(), granted };
}

async function questionOf(
  database: Database,
  applicationId: string,
  scope: string | undefined,
): Promise<Question | undefined> {
  const ours = builtInName(applicationId);
  const application = ours === undefined ? await findApplication(database, applicationId) : undefined;
  const name = ours ?? application?.name;
  if (name === undefined) return undefined;
  const maker = application && (await findUserById(database, application.userId));
  const asked = new Set((scope ?? '').split(' '));
  return {
    applicationId,
    applicationName: name,
    registeredBy: maker?.email ?? null,
    scopes: scopes.filter((each) => asked.has(each)),
    wantsIdentity: ['openid', 'email', 'profile'].some((each) => asked.has(each)),
  };
}

async function actorOf(database: Database, { userId, applicationId }: Outcome): Promise<Actor | undefined> {
  if (applicationId === undefined) return undefined;
  const application = await findApplication(database, applicationId);
  const actsFor = userId ?? application?.userId;
  const user = actsFor === undefined ? undefined : await findUserById(database, actsFor);
  if (!user) return undefined;
  const name = application?.name ?? builtInName(applicationId) ?? applicationId;
  const means = { kind: 'application', id: applicationId, name } as const;
  return { accountId: user.accountId, userId: user.id, role: user.role, scopes: [], projectId: null, means };
}

/** Accepts lower case and any separators. */
function normaliseUserCode(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
