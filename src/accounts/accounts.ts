import type {
  Account,
  Actor,
  Credential,
  Invitation,
  Project,
  Role,
  Session,
  Token,
  User,
} from '../domain/account.ts';
import type { Scope } from '../domain/scopes.ts';

/** Authentication, users, tokens and credentials of accounts. Created by createAccounts. */
export interface Accounts {
  /** The actor of a token, or undefined. Looked up by hash. */
  authenticate(token: string): Promise<Actor | undefined>;
  /** The actor of a session cookie, or undefined. */
  authenticateSession(secret: string): Promise<Actor | undefined>;
  /** Records an invalid token of this address; throws too_many above the limit. Valid tokens are never limited. */
  noteWrongToken(address: string): Promise<void>;

  /** False until the first user has a password; until then sign-in requires a token. */
  hasPasswords(): Promise<boolean>;
  /** The user with this e-mail address and password. Throws not_authenticated (same message and timing for unknown names and wrong passwords) or too_many. */
  checkPassword(given: { email: string; password: string }, address: string): Promise<{ userId: number }>;
  signInWithPassword(given: { email: string; password: string }, from: Browser): Promise<SignedIn>;
  signInWithToken(token: string, from: Browser): Promise<SignedIn>;
  /** Secret of a link that signs one browser in as the caller; expires after 10 minutes. Tokens only. */
  createSignInLink(actor: Actor): Promise<{ secret: string; expiresAt: Date }>;
  /** Works once per secret, also under concurrency. Throws not_authenticated or too_many. The session ends with the token that created the link. */
  signInWithLink(secret: string, from: Browser): Promise<SignedIn>;
  /** Starts a session for a user authenticated elsewhere; counts as a sign-in. */
  startSession(userId: number, from: Browser): Promise<SignedIn>;
  /** Browser sessions of the caller. */
  sessions(actor: Actor): Promise<Session[]>;
  /** Throws not_found for sessions of other users. */
  endSession(actor: Actor, sessionId: number): Promise<void>;

  account(actor: Actor): Promise<Account>;
  users(actor: Actor): Promise<User[]>;
  /** Throws not_found for ids of other accounts. */
  user(actor: Actor, userId: number): Promise<User>;
  /** The primary token in clear text, if the caller uses it; otherwise null. */
  ownToken(actor: Actor): Promise<string | null>;
  /** Returns the initial token, which is later shown only to the user. */
  addUser(actor: Actor, input: { email: string; role: Role }): Promise<{ user: User; token: string }>;
  /** The last owner cannot be demoted. */
  setRole(actor: Actor, userId: number, role: Role): Promise<User>;
  setOwnName(actor: Actor, name: string): Promise<User>;
  /** Ends the caller's other sessions. `current` is required if a password is set. */
  setOwnPassword(
    actor: Actor,
    given: { current: string | undefined; password: string; address: string },
  ): Promise<void>;
  /** Ends sessions, tokens and applications of the user immediately; runs are kept. */
  removeUser(actor: Actor, userId: number): Promise<void>;

  invitations(actor: Actor): Promise<Invitation[]>;
  /** Returns the secret, which is not stored. A newer invitation for an address replaces the older one. */
  invite(
    actor: Actor,
    input: { email: string; role: Role },
  ): Promise<{ invitation: Invitation; secret: string }>;
  /** Creates a password reset link for an existing user; a newer one replaces it. */
  resetPassword(actor: Actor, userId: number): Promise<{ invitation: Invitation; secret: string }>;
  withdrawInvitation(actor: Actor, invitationId: number): Promise<void>;
  /** Throws not_found if the secret is no longer valid. */
  openInvitation(secret: string, address: string): Promise<Invitation>;
  /** Creates the user, or sets the password and ends other sessions; then signs in. Works once per secret, also under concurrency. */
  acceptInvitation(
    given: { secret: string; password: string; name: string | null },
    from: Browser,
  ): Promise<SignedIn>;

  tokens(actor: Actor): Promise<Token[]>;
  /** Whether the caller's authentication has no expiry, so that it may create lasting access. */
  isLasting(actor: Actor): Promise<boolean>;
  /** Limited to the permissions of the caller. */
  addToken(actor: Actor, input: TokenInput): Promise<{ token: Token; secret: string }>;
  revokeToken(actor: Actor, tokenId: number): Promise<void>;

  credentials(actor: Actor): Promise<Credential[]>;
  /** Checks it in its cloud. Throws credential_rejected. */
  addCredential(actor: Actor, input: NewCredential): Promise<Credential>;
  /** Sent when a role is assumed; the trust policy of the role must require it. */
  externalId(actor: Actor): Promise<string>;
  /** Throws conflict while grids use it. */
  removeCredential(actor: Actor, credentialId: number): Promise<void>;
  projects(actor: Actor): Promise<Project[]>;
}

/** Client of a sign-in. */
export interface Browser {
  address: string;
  userAgent: string;
}

export interface SignedIn {
  actor: Actor;
  /** Value of the session cookie. */
  secret: string;
}

export interface TokenInput {
  name: string;
  /** Default: all scopes of the caller. */
  scopes?: readonly Scope[] | undefined;
  /** Restricts the token to the project with this name. */
  project?: string | undefined;
  expiresAt?: Date | undefined;
}

export interface NewCredential extends Omit<Credential, 'id' | 'cloudAccount'> {
  secret: string | null;
  /** Of Azure. */
  subscriptionId: string | null;
}
