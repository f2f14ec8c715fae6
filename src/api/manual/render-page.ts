import { posix } from 'node:path';
import { Marked } from 'marked';
import { Html, html } from '../pages/html.ts';

export interface ManualPage {
  title: string;
  body: Html;
}

/** Renders a Markdown page of the manual. `path` is relative to the folder docs, such as `reference/options.md`. */
export function renderPage(path: string, markdown: string): ManualPage {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(path, href);
        return address === undefined ? content : html`<a href="${address}">${new Html(content)}</a>`.text;
      },
      table({ header, rows }) {
        const cells = (row: typeof header, tag: string) =>
          row
            .map(({ tokens }) => `<${tag} class="text">${this.parser.parseInline(tokens)}</${tag}>`)
            .join('');
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(header, 'th')}</tr></thead>`
          : '';
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      html: ({ text }) => html`${text}`.text,
    },
  });
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? 'Manual';
  return { title, body: new Html(marked.parse(markdown, { async: false })) };
}

/** Anchors of headings, in GitHub's format. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Target of a link of a page in the service; undefined for files that the service does not serve. */
function addressOf(path: string, href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = posix.join('docs', posix.dirname(path), file);
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (target.startsWith('examples/')) return `/docs/${target}`;
  if (!/^docs\/.*\.md$/.test(target)) return undefined;
  return `/${target.replace(/(\/README)?\.md$/, '')}${end}`;
}
