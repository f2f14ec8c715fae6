import { readFile } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import { packageFile } from '../../lib/package-files.ts';
import { html } from '../pages/html.ts';
import { layout, pageHeaders } from '../pages/layout.ts';
import type { Answer, Route } from '../route.ts';
import { renderPage } from './render-page.ts';

const name = /^[a-z0-9][a-z0-9-]*$/i;
const fileName = /^[a-z0-9][a-z0-9.-]*$/i;

/** The manual, from the Markdown files in docs/, and the examples that it links to. */
export function createManualRoutes(): Route[] {
  const pages = new Map<string, Promise<string>>();
  const page = async (path: string): Promise<Answer> => {
    const found = pages.get(path) ?? documentOf(path);
    pages.set(path, found);
    // A failure is not kept.
    found.catch(() => pages.delete(path));
    const { 'content-type': contentType = 'text/html', ...headers } = pageHeaders;
    return { status: 200, text: await found, contentType, headers };
  };
  const one = (path: string, handle: Route['handle'], contentType = 'text/html'): Route => ({
    method: 'GET',
    path,
    summary: 'The manual',
    changesState: false,
    success: { status: 200, contentType },
    handle,
  });
  return [
    one('/docs', () => page('README.md')),
    one('/docs/:page', (exchange) => page(`${checked(exchange.param('page'), name)}.md`)),
    one('/docs/:section/:page', (exchange) => {
      const section = checked(exchange.param('section'), /^(reference|decisions)$/);
      return page(`${section}/${checked(exchange.param('page'), name)}.md`);
    }),
    one(
      '/docs/examples/:folder/:file',
      async (exchange) => {
        const path = `${checked(exchange.param('folder'), name)}/${checked(exchange.param('file'), fileName)}`;
        return {
          status: 200,
          text: await readText(`examples/${path}`),
          contentType: 'text/plain; charset=utf-8',
        };
      },
      'text/plain',
    ),
  ];
}

async function documentOf(path: string): Promise<string> {
  const { title, body } = renderPage(path, await readText(`docs/${path}`));
  const back = path === 'README.md' ? '' : html`<p><a href="/docs">Manual</a></p>\n`;
  return layout({ title, body: html`<div class="manual">${back}${body}</div>` });
}

async function readText(path: string): Promise<string> {
  return readFile(packageFile(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') throw noPage();
    throw error;
  });
}

function checked(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw noPage();
  return text;
}

function noPage(): AppError {
  return new AppError('not_found', 'The manual has no such page. See /docs for its index.');
}
