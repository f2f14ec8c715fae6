import { type Asked, send } from '../../src/engine/testing/answer.ts';

/** Responds like a small site, depending on method, path and headers only: pages, JSON, redirects, cookies, files. */
export function answerAsSite({ method, url, headers, body, response }: Asked): void {
  const path = url.pathname;
  const [, extension = ''] = /\.(\w{2,5})$/.exec(path) ?? [];
  const type = fileTypes[extension.toLowerCase()];
  if (type !== undefined) {
    send(response, type, `${extension} of ${path}`);
  } else if (/missing|not-?found/i.test(path)) {
    send(response, 'text/plain', 'not found', 404);
  } else if (method === 'DELETE' || method === 'OPTIONS') {
    response.writeHead(204);
    response.end();
  } else if (isJson(path, headers.accept ?? '', headers['content-type'] ?? '')) {
    send(response, 'application/json;charset=UTF-8', json, method === 'POST' ? 201 : 200);
  } else if (/xml|soap|wsdl/i.test(`${headers['content-type']} ${path}`)) {
    send(response, 'text/xml; charset=utf-8', xml);
  } else if (method === 'POST' && /login|logon|signin|auth/i.test(path)) {
    response.writeHead(302, ['Location', '/home', 'Set-Cookie', 'user=ada; Path=/', 'Content-Length', '0']);
    response.end();
  } else {
    const cookie = headers.cookie === undefined ? ['Set-Cookie', 'session=s1; Path=/; HttpOnly'] : [];
    const bytes = Buffer.from(pageOf(path, method === 'POST' ? body.length : 0));
    response.writeHead(200, [
      ...['Content-Type', 'text/html; charset=UTF-8', ...cookie],
      ...['Content-Length', String(bytes.length)],
    ]);
    response.end(bytes);
  }
}

const fileTypes: Record<string, string> = {
  css: 'text/css',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'application/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  woff: 'font/woff',
};

const isJson = (path: string, accept: string, contentType: string) =>
  /json/.test(accept) || /json/.test(contentType) || /\/(?:api|rest|graphql|oauth|token|v\d)\b/i.test(path);

const item = (id: number) => ({
  id,
  name: `Item ${id}`,
  title: `Title ${id}`,
  price: 9.5 + id,
  isNew: id > 1,
});

const json = JSON.stringify({
  id: 42,
  userId: 7,
  status: 'OK',
  success: true,
  message: 'done',
  token: 'tok.en-1',
  access_token: 'access_1',
  token_type: 'Bearer',
  name: 'Ada',
  email: 'ada@test.invalid',
  data: { id: 42, token: 'tok.en-1', items: [item(1), item(2), item(3)] },
  items: [item(1), item(2), item(3)],
});

const xml =
  '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="urn:soap"><soap:Body><result id="42">done</result></soap:Body></soap:Envelope>';

const pageOf = (path: string, received: number) => `<!DOCTYPE html>
<html><head><title>Page ${path.replace(/[^\w/.-]/g, '_')}</title><link rel="stylesheet" href="/site.css"><script src="/site.js"></script></head>
<body class="page"><h1>Welcome, Ada</h1><img src="/logo.png" alt="logo"><p id="received">${received}</p>
<form action="/login" method="post"><input type="hidden" name="csrf_token" value="c5rf"><input type="hidden" name="__VIEWSTATE" value="dDwtMTA7Oz4="><input name="username"><input name="password" type="password"></form>
<a href="/items/1?id=1">First</a> <a href="/items/2?id=2">Second</a> <a href="/home">Home</a></body></html>
`;
