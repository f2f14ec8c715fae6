import { type Html, html } from './html.ts';

/** Asks for the API token once. */
export function signInPage(next: string, message: string | undefined): Html {
  return html`<h1>Sign in</h1>
<p>This page is for people of the account. Paste your API token; the service keeps it in <code>token</code> in its data folder.</p>
${message === undefined ? '' : html`<p class="bad">✕ ${message}</p>`}
<form class="sign-in" method="post" action="/app/session">
<input type="hidden" name="next" value="${next}">
<label for="token">API token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Sign in</button>
</form>`;
}
