import type { OAuthProblem } from '../../accounts/oauth/provider.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';

/** For somebody whom an application has sent here with a question that cannot be asked. */
export function oauthErrorPage({ error, description }: OAuthProblem): {
  headers: Record<string, string>;
  body: string;
} {
  const body = html`<h1>The application asked in a wrong way</h1>
<p>So nothing was given to it, and you were not sent back. Tell whoever runs it:</p>
<pre class="wrong">${error}${description === undefined ? '' : `: ${description}`}</pre>`;
  return { headers: pageHeaders, body: layout({ title: 'Not possible', body }) };
}
