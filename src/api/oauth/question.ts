import type { FastifyRequest } from 'fastify';
import type { Question } from '../../accounts/oauth/oauth.ts';
import type { Actor, User } from '../../domain/account.ts';
import { scopeMeanings } from '../../domain/scopes.ts';
import { capital } from '../../lib/capital.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { type Html, html } from '../pages/html.ts';

/** Consent text: application, requested permissions and user. */
export function questionHtml(question: Question, user: User): Html {
  const { applicationName, registeredBy, scopes, wantsIdentity } = question;
  const permissions = [
    ...scopes.map((scope) => scopeMeanings[scope]),
    ...(wantsIdentity ? ['see your name and e-mail address'] : []),
  ];
  return html`<p><strong>${applicationName}</strong> requests access to your account. It will be able to:</p>
<ul>${permissions.map((permission) => html`<li>${capital(permission)}</li>`)}</ul>
${registeredBy === null ? '' : html`<p class="soft">Registered by ${registeredBy}.</p>`}
<p class="soft">You are signed in as ${user.email} (${user.role}). The application cannot do more than your role permits.
Allow access only if you know the application and have just used it.</p>`;
}

export function answerForm(path: string, hidden: Record<string, string> = {}): Html {
  return html`<form class="answer" method="post" action="${path}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button name="answer" value="allow">Allow</button>
<button name="answer" value="refuse" class="quiet">Deny</button>
</form>`;
}

/** Audits the answer. */
export async function writeAnswerDown(
  { audit, options }: ApiDeps,
  { raw, routeOptions }: FastifyRequest,
  given: { actor: Actor; isAllowed: boolean; question: Question },
): Promise<void> {
  await audit.record({
    actor: given.actor,
    address: clientAddress(raw, options.proxies),
    action: `POST ${routeOptions.url}`,
    target: given.question.applicationId,
    status: given.isAllowed ? 200 : 403,
  });
}
