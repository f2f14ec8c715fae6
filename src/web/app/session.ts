import { signal } from '@preact/signals';
import type { SessionResource } from '../../contract/resources/session.ts';
import { api, onRefusal } from './api.ts';
import { toContractError } from './use-loaded.ts';

/** Sign-in state of this browser. */
export type Session =
  | { status: 'unknown' }
  /** `lost`: e-mail address of the user whose session has just ended on this page. */
  | { status: 'anonymous'; lost?: string }
  | ({ status: 'signed-in' } & SessionResource);

export type Credentials = Parameters<typeof api.session.start>[0];

export const session = signal<Session>({ status: 'unknown' });

const retryMs = 2000;

onRefusal((status) => {
  const now = session.peek();
  if (now.status !== 'signed-in') return;
  if (status === 401) session.value = { status: 'anonymous', lost: now.email };
  // The role may have changed.
  else void loadSession();
});

export async function loadSession(): Promise<void> {
  try {
    setSession(await api.session.get());
  } catch (thrown) {
    const { status } = toContractError(thrown);
    if (status === 401 || status === 403) {
      if (session.peek().status === 'unknown') session.value = { status: 'anonymous' };
    }
    // The service may be starting: retry.
    else setTimeout(() => void loadSession(), retryMs);
  }
}

/** Exchanges the credentials for an HttpOnly session cookie. */
export async function signIn(credentials: Credentials): Promise<void> {
  setSession(await api.session.start(credentials));
}

export function setSession(user: SessionResource): void {
  const now = session.peek();
  const isSame =
    now.status === 'signed-in' &&
    now.email === user.email &&
    now.role === user.role &&
    now.name === user.name;
  if (!isSame) session.value = { status: 'signed-in', ...user };
}

export async function signOut(): Promise<void> {
  await api.session.end({ keepalive: true });
  session.value = { status: 'anonymous' };
}

/** Role member or owner: may start, stop and change runs and grids. */
export function canOperate(now: Session): boolean {
  return now.status === 'signed-in' && now.role !== 'viewer';
}

/** Role owner: may manage users and monitor the service. */
export function isOwner(now: Session): boolean {
  return now.status === 'signed-in' && now.role === 'owner';
}
