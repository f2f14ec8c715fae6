import { signal } from '@preact/signals';
import type { UserResource } from '../../contract/resources/account.ts';
import { api } from './api.ts';
import { toContractError } from './use-loaded.ts';

/** Who looks: not known yet, a stranger, or a person of the account. */
export type Session = { who: 'unknown' } | { who: 'stranger' } | { who: 'member'; user: UserResource };

export const session = signal<Session>({ who: 'unknown' });

export async function openSession(): Promise<void> {
  try {
    session.value = { who: 'member', user: await api.users.me() };
  } catch (thrown) {
    const { status } = toContractError(thrown);
    // Anything else may pass; the page asks again by itself.
    if (status === 401 || status === 403) session.value = { who: 'stranger' };
    else setTimeout(() => void openSession(), 2000);
  }
}

/** Hands the token over once. From then on a cookie that scripts cannot read stands for it. */
export async function signIn(token: string): Promise<boolean> {
  const answer = await fetch('/app/session', { method: 'POST', body: new URLSearchParams({ token }) });
  await answer.body?.cancel();
  if (answer.ok) await openSession();
  else if (answer.status !== 401)
    throw new Error(`The service answered ${answer.status}. Try again in a moment.`);
  return answer.ok;
}

export async function signOut(): Promise<void> {
  await fetch('/app/session/end', { method: 'POST' }).then((answer) => answer.body?.cancel());
  session.value = { who: 'stranger' };
}

/** May start, stop and change things. */
export function mayAct(now: Session): boolean {
  return now.who === 'member' && now.user.role !== 'viewer';
}
