import type { Scope } from './scopes.ts';

export type Role = 'owner' | 'member' | 'viewer';

/** The authenticated caller of a request. */
export interface Actor {
  accountId: number;
  userId: number;
  role: Role;
  /** Scopes of the token or application; a signed-in user has all. */
  scopes: readonly Scope[];
  /** Limits access to one project; null: no limit. */
  projectId: number | null;
  means: Authentication;
}

/** How the caller authenticated. */
export type Authentication =
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
  /** Display name; null: not set. */
  name: string | null;
  role: Role;
  signInCount: number;
  currentSignInAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

/** A token without its secret. */
export interface Token {
  id: number;
  userId: number;
  name: string;
  isPrimary: boolean;
  scopes: readonly Scope[];
  /** Name of the project that the token is limited to; null: no limit. */
  project: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null: does not expire. */
  expiresAt: Date | null;
}

/** An open invitation of a new user, or a password reset. */
export interface Invitation {
  id: number;
  email: string;
  role: Role;
  /** The user of a password reset; null for a new user. */
  userId: number | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A signed-in browser. */
export interface Session {
  id: number;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  /** Client address at sign-in. */
  address: string;
  userAgent: string;
}

/** An OAuth client, which acts for consenting users or for the user who registered it. */
export interface Application {
  /** The OAuth client id. */
  id: string;
  userId: number;
  name: string;
  redirectUris: readonly string[];
  /** False: a public client, such as a desktop or command-line program. */
  isConfidential: boolean;
  grantTypes: readonly GrantType[];
  /** Maximum number of scopes it may request. */
  scopes: readonly Scope[];
  createdAt: Date;
}

export type GrantType =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'urn:ietf:params:oauth:grant-type:device_code';

/** One write request, successful or rejected. */
export interface AuditEntry {
  id: string;
  at: Date;
  /** Null: unknown, such as for a failed sign-in. */
  userId: number | null;
  /** E-mail address at that time. For a failed sign-in, the entered address. */
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
  /** Tenant and application of a credential for Azure. */
  tenantId: string | null;
  clientId: string | null;
  /** Account number or subscription in the cloud, checked with the cloud; null: not checked. */
  cloudAccount: string | null;
  /** Minimum role of users who start grids with it. */
  role: CredentialRole;
}

export type CredentialRole = 'owner' | 'member';

export interface Project {
  id: number;
  name: string;
}
