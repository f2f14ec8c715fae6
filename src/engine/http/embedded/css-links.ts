import type { JavaUrl } from '../java-url.ts';
import { LinkList } from './link-list.ts';

const importRule =
  /^@import\s*(?:url\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^)\s]+)|(?=\)))\s*\)|"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')[^;{}]*(?:;|$)/i;

/** Imports of a style sheet. Resources of its rules are not loaded, because a browser loads them only when a rule applies. */
export function linksOfCss(text: string, base: JavaUrl): JavaUrl[] {
  const links = new LinkList(false);
  let rest = text.replace(/^\ufeff/, '').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  while (rest !== '') {
    rest = rest.replace(/^(?:\s|;|<!--|-->)+/, '');
    const found = importRule.exec(rest);
    if (found) {
      links.add(found.slice(1).find((each) => each !== undefined) ?? '', base);
    }
    rest = rest.slice(found ? found[0].length : endOfRule(rest));
  }
  return links.urls;
}

/** Position after the first rule: after the semicolon or block that ends it. */
function endOfRule(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[{};]/gs)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0;
    if (depth <= 0 && (token === '}' || token === ';')) {
      return index + 1;
    }
  }
  return text.length;
}
