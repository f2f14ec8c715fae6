import { type Html, html } from './html.ts';

/** Asks for the API token once. */
export function signInPage(next: string, message: string | undefined): Html {
  return html`<h1>Sign in</h1>
<p>Only people of the account see this page. Paste an API token of yours; this browser then keeps it for 30 days.</p>
${message === undefined ? '' : html`<p class="bad" role="alert">✕ ${message}</p>`}
<form class="sign-in" method="post" action="/app/session">
<input type="hidden" name="next" value="${next}">
<input type="text" autocomplete="username" value="Spate" readonly hidden>
<label for="token">API token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Sign in</button>
</form>
<p class="soft">The first token lies in the file <code>token</code> in the service's data folder. <code>npx spate tokens add &lt;name&gt;</code> makes another.</p>`;
}
