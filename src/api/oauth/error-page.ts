import type { OAuthProblem } from '../../accounts/oauth/provider.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';

/** Page for an invalid authorization request. */
export function oauthErrorPage({ error, description }: OAuthProblem): {
  headers: Record<string, string>;
  body: string;
} {
  const body = html`<h1>Invalid request of the application</h1>
<p>No access was granted. Report this error to the operator of the application:</p>
<pre class="wrong">${error}${description === undefined ? '' : `: ${description}`}</pre>`;
  return { headers: pageHeaders, body: layout({ title: 'Invalid request', body }) };
}
