import type { Account, Actor, Credential, Project, Role, Token, User } from '../domain/account.ts';

/** Who may enter, and what belongs to an account. Made by createAccounts. */
export interface Accounts {
  /** Makes the first account, its owner, primary token and project `Default` if there are none yet. */
  ensureFirst(owner: { email: string; token: string }): Promise<void>;
  /** The actor behind a token, or undefined. Looked up by hash. */
  authenticate(token: string): Promise<Actor | undefined>;
  account(actor: Actor): Promise<Account>;
  users(actor: Actor): Promise<User[]>;
  /** Throws not_found for ids of other accounts. */
  user(actor: Actor, userId: number): Promise<User>;
  /** The caller's own primary token in clear; nobody else's is ever given. */
  ownToken(actor: Actor): Promise<string>;
  /** The new user's first token is in the answer and nowhere else after that, except for the user's own account page. */
  addUser(actor: Actor, input: { email: string; role: Role }): Promise<{ user: User; token: string }>;
  removeUser(actor: Actor, userId: number): Promise<void>;
  tokens(actor: Actor): Promise<Token[]>;
  addToken(actor: Actor, name: string): Promise<{ token: Token; secret: string }>;
  revokeToken(actor: Actor, tokenId: number): Promise<void>;
  credentials(actor: Actor): Promise<Credential[]>;
  addCredential(actor: Actor, input: NewCredential): Promise<Credential>;
  removeCredential(actor: Actor, credentialId: number): Promise<void>;
  projects(actor: Actor): Promise<Project[]>;
}

export interface NewCredential {
  provider: string;
  description: string;
  arn: string | null;
  accessKeyId: string | null;
  secret: string | null;
}
