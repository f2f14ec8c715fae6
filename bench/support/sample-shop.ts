import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const products = 60;

/** A typical shop page: a style sheet, a script that builds a list, and a picture for each product. */
export async function startSampleShop(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/picture/')) return send(response, 'image/svg+xml', picture(Number(path.slice(9))));
    if (path === '/style.css') return send(response, 'text/css', style);
    if (path === '/shop.js') return send(response, 'text/javascript', script);
    if (path === '/favicon.ico') return void response.writeHead(404).end();
    send(response, 'text/html; charset=utf-8', page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

const page = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="stylesheet" href="/style.css"></head>
<body><h1>Shop</h1><form><input id="search" placeholder="Search"><button type="button" id="find">Find</button></form>
<div id="list"></div><script src="/shop.js"></script></body></html>`;

const style = `body { font: 16px sans-serif; margin: 2rem } #list { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1rem }
.card { border: 1px solid #ccc; border-radius: 8px; padding: 1rem; box-shadow: 0 2px 6px #0002 } .card img { width: 100% }`;

const script = `const list = document.querySelector('#list');
const catalogue = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'Product ' + id, price: (id * 7919) % 1000, text: 'words '.repeat(20) + id }));
function show(items) {
  list.replaceChildren(...items.slice(0, ${products}).map(({ id, name, price, text }) => {
    const card = document.createElement('div');
    card.className = 'card';
    card.innerHTML = '<img src="/picture/' + id + '" alt=""><h2>' + name + '</h2><p>' + text + '</p><b>' + price + '</b>';
    return card;
  }));
}
document.querySelector('#find').onclick = () => {
  const word = document.querySelector('#search').value;
  show(catalogue.filter((product) => product.name.includes(word)).sort((a, b) => a.price - b.price));
};
show(catalogue);`;

function picture(id: number): string {
  const shapes = Array.from(
    { length: 40 },
    (_, n) =>
      `<circle cx="${(n * 37 + id) % 200}" cy="${(n * 53) % 200}" r="${5 + (n % 20)}" fill="hsl(${n * 9} 60% 60%)"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">${shapes.join('')}</svg>`;
}
