import { type Html, html } from './html.ts';

export interface PageOptions {
  title: string;
  body: Html;
  /** Target of an automatic redirect. */
  next?: string;
}

/** Content security policy: only our style sheet and forms. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

export function layout({ title, body, next }: PageOptions): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${next === undefined ? '' : html`<meta http-equiv="refresh" content="0; url=${next}">`}
<title>${title} · Spate</title>
<link rel="stylesheet" href="/app/style.css">
</head>
<body>
<header><a class="brand" href="/app">Spate</a><a href="/docs">Manual</a><a href="/docs/api">API</a></header>
<main>
${body}
</main>
</body>
</html>
`.text;
}
