import { signal } from '@preact/signals';
import type { SessionResource } from '../../contract/resources/session.ts';
import { api, onRefusal } from './api.ts';
import { toContractError } from './use-loaded.ts';

/** Sign-in state of this browser. */
export type Session =
  | { who: 'unknown' }
  /** `lost`: e-mail address of the user whose session has just ended on this page. */
  | { who: 'stranger'; lost?: string }
  | ({ who: 'member' } & SessionResource);

export type Proof = Parameters<typeof api.session.start>[0];

export const session = signal<Session>({ who: 'unknown' });

const againMs = 2000;

onRefusal((status) => {
  const now = session.peek();
  if (now.who !== 'member') return;
  if (status === 401) session.value = { who: 'stranger', lost: now.email };
  // The role may have changed.
  else void openSession();
});

export async function openSession(): Promise<void> {
  try {
    become(await api.session.get());
  } catch (thrown) {
    const { status } = toContractError(thrown);
    if (status === 401 || status === 403) {
      if (session.peek().who === 'unknown') session.value = { who: 'stranger' };
    }
    // The service may be starting: retry.
    else setTimeout(() => void openSession(), againMs);
  }
}

/** Exchanges the credentials for an HttpOnly session cookie. */
export async function signIn(proof: Proof): Promise<void> {
  become(await api.session.start(proof));
}

export function become(person: SessionResource): void {
  const now = session.peek();
  const isSame =
    now.who === 'member' &&
    now.email === person.email &&
    now.role === person.role &&
    now.name === person.name;
  if (!isSame) session.value = { who: 'member', ...person };
}

export async function signOut(): Promise<void> {
  await api.session.end();
  session.value = { who: 'stranger' };
}

/** Role member or owner: may start, stop and change runs and grids. */
export function mayAct(now: Session): boolean {
  return now.who === 'member' && now.role !== 'viewer';
}

/** Role owner: may manage users. */
export function mayRule(now: Session): boolean {
  return now.who === 'member' && now.role === 'owner';
}
