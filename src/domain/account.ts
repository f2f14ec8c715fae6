import type { Scope } from './scopes.ts';

export type Role = 'owner' | 'member' | 'viewer';

/** Who is asking. */
export interface Actor {
  accountId: number;
  userId: number;
  role: Role;
  /** What the token or application was given; a person who is signed in has all. */
  scopes: readonly Scope[];
  /** Set: nothing outside this project is there for them. */
  projectId: number | null;
  means: Means;
}

/** What somebody is known by. */
export type Means =
  | { kind: 'token'; id: number; name: string }
  | { kind: 'session'; id: number }
  | { kind: 'application'; id: string; name: string };

export interface Account {
  id: number;
  email: string;
}

export interface User {
  id: number;
  accountId: number;
  email: string;
  /** What they are called; null until they said. */
  name: string | null;
  role: Role;
  signInCount: number;
  currentSignInAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

/** A token as lists show it: never the secret. */
export interface Token {
  id: number;
  userId: number;
  name: string;
  isPrimary: boolean;
  scopes: readonly Scope[];
  /** Set: good for this project only. */
  project: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null: good until it is revoked. */
  expiresAt: Date | null;
}

/** Somebody who was asked to join and has not yet, or who may set a new password. */
export interface Invitation {
  id: number;
  email: string;
  role: Role;
  /** Set: the person who sets a new password. Null: somebody who joins. */
  userId: number | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A browser that somebody is signed in on. */
export interface Session {
  id: number;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  /** Where it was begun from. */
  address: string;
  userAgent: string;
}

/** A program that people let act for them, or that acts for the one who registered it. */
export interface Application {
  /** The OAuth client id. */
  id: string;
  userId: number;
  name: string;
  redirectUris: readonly string[];
  /** False: a program on people's own machines, which can keep no secret. */
  isConfidential: boolean;
  grantTypes: readonly GrantType[];
  /** The most it may ask for. */
  scopes: readonly Scope[];
  createdAt: Date;
}

export type GrantType =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'urn:ietf:params:oauth:grant-type:device_code';

/** One write, whether it was done or refused. */
export interface AuditEntry {
  id: string;
  at: Date;
  /** Null: nobody who is known, such as a sign-in that failed. */
  userId: number | null;
  /** As it was then; people may be removed. For a sign-in that failed, the name that was tried. */
  email: string | null;
  /** Such as `token ci`, `session`, `application deployer`. */
  means: string | null;
  address: string;
  /** Such as `POST /runs`. */
  action: string;
  /** Such as the id of the run. */
  target: string | null;
  status: number;
}

export interface Credential {
  id: number;
  provider: string;
  description: string;
  arn: string | null;
  accessKeyId: string | null;
}

export interface Project {
  id: number;
  name: string;
}
