import { signal } from '@preact/signals';
import type { SessionResource } from '../../contract/resources/session.ts';
import { api } from './api.ts';
import { toContractError } from './use-loaded.ts';

/** Who looks: not known yet, a stranger, or a person of the account. */
export type Session = { who: 'unknown' } | { who: 'stranger' } | ({ who: 'member' } & SessionResource);

export const session = signal<Session>({ who: 'unknown' });

const againMs = 2000;

export async function openSession(): Promise<void> {
  try {
    session.value = { who: 'member', ...(await api.session.get()) };
  } catch (thrown) {
    const { status } = toContractError(thrown);
    if (status === 401 || status === 403) session.value = { who: 'stranger' };
    // The service may be starting; the page asks again by itself.
    else setTimeout(() => void openSession(), againMs);
  }
}

/** Hands the token over once. From then on a cookie that scripts cannot read stands for it. */
export async function signIn(token: string): Promise<void> {
  session.value = { who: 'member', ...(await api.session.start(token)) };
}

export async function signOut(): Promise<void> {
  await api.session.end();
  session.value = { who: 'stranger' };
}

/** May start, stop and change things. */
export function mayAct(now: Session): boolean {
  return now.who === 'member' && now.role !== 'viewer';
}
