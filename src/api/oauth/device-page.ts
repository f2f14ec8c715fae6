import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceRequest } from '../../accounts/oauth/oauth.ts';
import type { ApiDeps } from '../deps.ts';
import { addressesFor } from '../hal/links.ts';
import { html } from '../pages/html.ts';
import { queryOf } from '../params/read-params.ts';
import type { KnownPath } from '../register-route.ts';
import { inWords } from './in-words.ts';
import { readOAuthForm } from './oauth-body.ts';
import { personOnPage, sendPage } from './page-person.ts';
import { answerForm, questionHtml, writeAnswerDown } from './question.ts';

const path = '/app/device';

/** Page of the OAuth device flow: enters and confirms a code. */
export function registerDevicePage(scope: FastifyInstance, deps: ApiDeps): KnownPath[] {
  scope.route({ method: 'GET', url: path, handler: inWords(deps, ask) });
  scope.route({ method: 'POST', url: path, handler: inWords(deps, answer) });
  return [{ path, methods: ['GET', 'POST'] }];
}

async function ask(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const actor = await personOnPage(deps, request, reply);
  if (!actor) return reply;
  const code = new URLSearchParams(queryOf(request.raw.url ?? '')).get('user_code') ?? '';
  if (code === '') return askForCode(reply, '');
  const device = await deps.oauth.device(originOf(deps, request), code);
  if (!device) return askForCode(reply, 'The code is incorrect, has expired, or was already used.');
  const user = await deps.accounts.user(actor, actor.userId);
  return sendPage(reply, {
    title: `Allow ${device.applicationName}?`,
    body: html`<h1>Allow ${device.applicationName}?</h1>
<p>Check that it shows this code: <code>${code.toUpperCase()}</code></p>
${questionHtml(device, user)}
${whereFrom(device)}
${answerForm(path, { user_code: code })}`,
  });
}

async function answer(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await readOAuthForm(request.raw);
  const actor = await personOnPage(deps, request, reply);
  if (!actor) return reply;
  const device = await deps.oauth.device(originOf(deps, request), form.get('user_code') ?? '');
  const isAllowed = form.get('answer') === 'allow';
  const isSettled = await (isAllowed ? device?.allow(actor) : device?.refuse());
  if (!device || !isSettled)
    return askForCode(reply, 'The code is incorrect, has expired, or was already used.');
  await writeAnswerDown(deps, request, { actor, isAllowed, question: device });
  const title = isAllowed ? 'Done' : 'Denied';
  const sentence = isAllowed
    ? 'signed in. You can close this page.'
    : 'access denied. You can close this page.';
  return sendPage(reply, {
    title,
    body: html`<h1>${title}</h1><p><strong>${device.applicationName}</strong>: ${sentence}</p>`,
  });
}

function originOf({ options }: ApiDeps, { headers }: FastifyRequest): string {
  return addressesFor(options, headers).origin;
}

function askForCode(reply: FastifyReply, complaint: string): FastifyReply {
  return sendPage(
    reply,
    {
      title: 'Enter the code',
      body: html`<h1>Enter the code</h1>
<p>Enter the code of eight letters shown in your terminal or on your device.</p>
${complaint === '' ? '' : html`<p class="bad" role="alert">${complaint}</p>`}
<form class="code" method="get" action="${path}">
<label for="user_code">Code</label>
<input id="user_code" name="user_code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus>
<button>Continue</button>
</form>`,
    },
    complaint === '' ? 200 : 404,
  );
}

function whereFrom({ address }: DeviceRequest) {
  return address === '' ? '' : html`<p class="soft">Request from IP address ${address}.</p>`;
}
