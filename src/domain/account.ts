export type Role = 'owner' | 'member' | 'viewer';

/** Who is asking. */
export interface Actor {
  accountId: number;
  userId: number;
  tokenId: number;
  role: Role;
}

export interface Account {
  id: number;
  email: string;
}

export interface User {
  id: number;
  accountId: number;
  email: string;
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
  createdAt: Date;
  lastUsedAt: Date | null;
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
