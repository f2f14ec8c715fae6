import type { TObject, TSchema } from 'typebox';
import type { AccessRule } from '../../domain/access.ts';
import { accessRuleOf } from '../access-rules.ts';
import { type Html, html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';
import { type Column, table } from '../pages/table.ts';
import type { Answer, Route } from '../route.ts';
import { existingGridSchema, newGridSchema } from '../schemas/new-grid.ts';

/** HTML reference of the API, from the same route table as the OpenAPI document. */
export function apiPage(routes: readonly Route[], origin: string): Answer {
  const body = html`<h1>API</h1>
<p>All paths are also available below <code>/api</code>. Send the token as the user name of HTTP Basic authentication, without a password. Send parameters in the query, in a multipart or urlencoded form, or as JSON. OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
<pre>curl --cacert ca.pem -u "$TOKEN:" ${origin}/runs</pre>
<p class="soft"><code>ca.pem</code> and the initial token are in the service's data folder. Omit <code>--cacert</code> if the service uses your own certificate.</p>
${table(
  'Calls',
  [
    { name: 'Call', kind: 'name' },
    { name: 'Description', kind: 'text' },
  ],
  routes.map(indexRow),
)}
${routes.map(operation)}`;
  const { 'content-type': contentType = 'text/html', ...headers } = pageHeaders;
  return { status: 200, text: layout({ title: 'API', body }), contentType, headers };
}

const columns: Column[] = [
  { name: 'Parameter', kind: 'name' },
  { name: 'Needed', kind: 'name' },
  { name: 'Value', kind: 'text' },
];

function indexRow(route: Route): Html {
  return html`<tr><td class="name"><a href="#${anchorOf(route)}">${route.method} <code>${route.path}</code></a></td><td class="text">${route.summary}</td></tr>
`;
}

function operation(route: Route): Html {
  const { success, body } = route;
  const gridField = (name: string) => `run[grids][][${name}]`;
  const rows = [
    ...fieldRows(route.query, (name) => name),
    ...fieldRows(body?.fields, (name) => `${body?.root}[${name}]`),
    ...(body?.hasFiles ? [fieldRow('run_files[]', 'yes', 'files: the plan and its data files')] : []),
    ...(body?.hasGrids ? fieldRows(existingGridSchema, gridField, 'for an existing grid') : []),
    ...(body?.hasGrids ? fieldRows(newGridSchema, gridField, 'for a new grid') : []),
  ];
  const kind = success.contentType ?? (success.schema ? 'JSON' : 'no body');
  return html`<h2 id="${anchorOf(route)}"><span class="method">${route.method}</span> <code>${route.path}</code></h2>
<p>${route.summary}. Returns ${success.status}, ${kind}. ${words(accessRuleOf(route))}.</p>
${rows.length === 0 ? '' : table(`Parameters of ${route.method} ${route.path}`, columns, rows)}`;
}

function words(rule: AccessRule): string {
  if (rule === 'open') return 'Needs no token';
  if (rule === 'run') return 'Needs no token for public runs';
  return `Requires role ${rule.role}${rule.role === 'owner' ? '' : ' or higher'} and scope ${rule.scope}`;
}

function anchorOf({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '-')}`;
}

function fieldRows(schema: TObject | undefined, nameOf: (name: string) => string, when = 'yes'): Html[] {
  const required = (schema as { required?: string[] } | undefined)?.required ?? [];
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) =>
    fieldRow(nameOf(name), required.includes(name) ? when : 'no', meaningOf(property)),
  );
}

function fieldRow(name: string, needed: string, meaning: string): Html {
  return html`<tr><td class="name"><code>${name}</code></td><td class="name">${needed}</td><td class="text">${meaning}</td></tr>
`;
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
