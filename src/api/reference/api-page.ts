import type { TObject, TSchema } from 'typebox';
import { type Html, html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';
import type { Answer, Route } from '../route.ts';
import { existingGridSchema, newGridSchema } from '../schemas/new-grid.ts';

/** The reference of the API as one page to read, from the same records as the OpenAPI document. */
export function apiPage(routes: readonly Route[], origin: string): Answer {
  const body = html`<h1>API</h1>
<p>Every path is also found under <code>/api</code>. Send the token as the user name of HTTP Basic authentication. Parameters may stand in the query string, in a multipart or urlencoded form, or in JSON. For programs: <a href="/openapi.json">openapi.json</a>.</p>
<pre>curl -u $TOKEN: ${origin}/runs</pre>
${routes.map(operation)}`;
  const { 'content-type': contentType = 'text/html', ...headers } = pageHeaders;
  return { status: 200, text: layout({ title: 'API', body, isSignedIn: false }), contentType, headers };
}

function operation(route: Route): Html {
  const { success, body } = route;
  const fields = [
    ...fieldRows(route.query, (name) => name),
    ...fieldRows(body?.fields, (name) => `${body?.root}[${name}]`),
    ...(body?.hasGrids ? fieldRows(existingGridSchema, (name) => `run[grids][][${name}]`) : []),
    ...(body?.hasGrids ? fieldRows(newGridSchema, (name) => `run[grids][][${name}]`) : []),
  ];
  const kind = success.contentType ?? (success.schema ? 'JSON' : 'no body');
  return html`<h2><span class="method">${route.method}</span> <code>${route.path}</code></h2>
<p>${route.summary}. Answers ${success.status}, ${kind}${route.access === 'open' ? ', without a token' : ''}.</p>
${fields.length === 0 ? '' : html`<div class="table"><table><thead><tr><th class="name">Parameter</th><th class="name">Required</th><th class="name">What</th></tr></thead><tbody>${fields}</tbody></table></div>`}`;
}

function fieldRows(schema: TObject | undefined, nameOf: (name: string) => string): Html[] {
  const required = (schema as { required?: string[] } | undefined)?.required ?? [];
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(
    ([name, property]) =>
      html`<tr><td class="name"><code>${nameOf(name)}</code></td><td class="name">${required.includes(name) ? 'yes' : 'no'}</td><td class="name">${meaningOf(property)}</td></tr>
`,
  );
}

function meaningOf(schema: TSchema): string {
  const {
    type,
    description,
    enum: values,
    minimum,
    maximum,
    default: preset,
    'x-expects': expects,
  } = schema as Record<string, unknown>;
  const range =
    minimum === undefined ? '' : ` from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  const kind = expects ?? (Array.isArray(values) ? values.join(' or ') : `${type}${range}`);
  const rest = [description, preset === undefined ? undefined : `default ${preset}`];
  return [kind, ...rest].filter((part) => part !== undefined).join('; ');
}
