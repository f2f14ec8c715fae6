import type { TestService } from './service.ts';

/** Session cookie of the first owner. */
export async function signedInCookie(service: TestService): Promise<string> {
  const answer = await service.fetch('/app/api/session', {
    method: 'POST',
    body: new URLSearchParams({ 'session[token]': service.token }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Submits the form of the device page. */
export async function confirmDevice(
  service: TestService,
  cookie: string,
  code: string,
  how: 'allow' | 'refuse',
): Promise<void> {
  const answer = await fetch(`${service.url}/app/device`, {
    method: 'POST',
    headers: { cookie, origin: service.url },
    body: new URLSearchParams({ user_code: code, answer: how }),
    redirect: 'manual',
  });
  const page = await answer.text();
  const title = how === 'allow' ? 'Done' : 'Denied';
  if (answer.status !== 200 || !page.includes(`<h1>${title}</h1>`))
    throw new Error(`The device page answered ${answer.status}: ${page}`);
}
