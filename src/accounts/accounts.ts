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

/** Who may enter, and what belongs to an account. Made by createAccounts. */
export interface Accounts {
  /** Makes the first account, its owner, primary token and project `Default` if there are none yet. */
  ensureFirst(owner: { email: string; token: string }): Promise<void>;

  /** The actor behind a token, or undefined. Looked up by hash. */
  authenticate(token: string): Promise<Actor | undefined>;
  /** The actor behind a browser's cookie, or undefined. */
  authenticateSession(secret: string): Promise<Actor | undefined>;
  /** A wrong token came from this address; throws too_many when too many do. A right one is never held up. */
  noteWrongToken(address: string): Promise<void>;

  /** False until the first person has one: until then a token is the way in. */
  hasPasswords(): Promise<boolean>;
  /** Whose e-mail address and password these are. Throws not_authenticated, alike and after the same work for a wrong name and a wrong password, or too_many. */
  checkPassword(given: { email: string; password: string }, address: string): Promise<{ userId: number }>;
  signInWithPassword(given: { email: string; password: string }, from: Browser): Promise<SignedIn>;
  signInWithToken(token: string, from: Browser): Promise<SignedIn>;
  /** For people whom somebody else vouches for; counts as a sign-in. */
  startSession(userId: number, from: Browser): Promise<SignedIn>;
  /** The caller's own browsers. */
  sessions(actor: Actor): Promise<Session[]>;
  /** Throws not_found for a session of somebody else. */
  endSession(actor: Actor, sessionId: number): Promise<void>;

  account(actor: Actor): Promise<Account>;
  users(actor: Actor): Promise<User[]>;
  /** Throws not_found for ids of other accounts. */
  user(actor: Actor, userId: number): Promise<User>;
  /** The primary token in clear, for whoever asks with it; null for everybody else, who may be less. */
  ownToken(actor: Actor): Promise<string | null>;
  /** The new user's first token is in the answer and nowhere else after that, except for the user's own account page. */
  addUser(actor: Actor, input: { email: string; role: Role }): Promise<{ user: User; token: string }>;
  /** The last owner stays one. */
  setRole(actor: Actor, userId: number, role: Role): Promise<User>;
  setOwnName(actor: Actor, name: string): Promise<User>;
  /** Ends the caller's other browsers. `current` is needed only by those who have a password. */
  setOwnPassword(
    actor: Actor,
    given: { current: string | undefined; password: string; address: string },
  ): Promise<void>;
  /** Ends their sessions, tokens and applications at once; their runs stay. */
  removeUser(actor: Actor, userId: number): Promise<void>;

  invitations(actor: Actor): Promise<Invitation[]>;
  /** The secret is in the answer and nowhere else. A newer invitation for an address replaces the older one. */
  invite(
    actor: Actor,
    input: { email: string; role: Role },
  ): Promise<{ invitation: Invitation; secret: string }>;
  /** A link like an invitation's, by which somebody who is there already sets a new password; a newer one replaces it. */
  resetPassword(actor: Actor, userId: number): Promise<{ invitation: Invitation; secret: string }>;
  withdrawInvitation(actor: Actor, invitationId: number): Promise<void>;
  /** Throws not_found when the secret is of no use any more. */
  openInvitation(secret: string, address: string): Promise<Invitation>;
  /** Joins, or sets the new password and ends the person's other browsers, and signs in; of several who try with the same secret, one does. */
  acceptInvitation(
    given: { secret: string; password: string; name: string | null },
    from: Browser,
  ): Promise<SignedIn>;

  tokens(actor: Actor): Promise<Token[]>;
  /** Whether what the caller gives away may outlive what they are known by. */
  isLasting(actor: Actor): Promise<boolean>;
  /** Never for more than the caller may. */
  addToken(actor: Actor, input: TokenInput): Promise<{ token: Token; secret: string }>;
  revokeToken(actor: Actor, tokenId: number): Promise<void>;

  credentials(actor: Actor): Promise<Credential[]>;
  addCredential(actor: Actor, input: NewCredential): Promise<Credential>;
  removeCredential(actor: Actor, credentialId: number): Promise<void>;
  projects(actor: Actor): Promise<Project[]>;
}

/** Where somebody signs in from. */
export interface Browser {
  address: string;
  userAgent: string;
}

export interface SignedIn {
  actor: Actor;
  /** What the cookie holds. */
  secret: string;
}

export interface TokenInput {
  name: string;
  /** Undefined: all that the caller has. */
  scopes?: readonly Scope[] | undefined;
  /** Name of the only project it is good for. */
  project?: string | undefined;
  expiresAt?: Date | undefined;
}

export interface NewCredential {
  provider: string;
  description: string;
  arn: string | null;
  accessKeyId: string | null;
  secret: string | null;
}
