import { Html, html } from './html.ts';

export interface PageOptions {
  title: string;
  body: Html;
  /** Seconds until the browser asks again; none once there is nothing new to come. */
  refreshS?: number;
  isSignedIn: boolean;
}

/** What pages may load and do: their own style sheet, their own forms, nothing else. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

export function layout({ title, body, refreshS, isSignedIn }: PageOptions): string {
  const refresh =
    refreshS === undefined ? new Html('') : html`<meta http-equiv="refresh" content="${refreshS}">`;
  const signOut = isSignedIn
    ? html`<form method="post" action="/app/session/end"><button>Sign out</button></form>`
    : new Html('');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}
<title>${title} · Spate</title>
<link rel="stylesheet" href="/app/style.css">
</head>
<body>
<header><a class="brand" href="/app">Spate</a><a href="/docs/api">API</a>${signOut}</header>
<main>
${body}
</main>
</body>
</html>
`.text;
}
