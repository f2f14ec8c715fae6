import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { type JavaUrl, MalformedUrl } from '../java-url.ts';
import { relativeTo } from '../redirect-location.ts';
import { LinkList } from './link-list.ts';

/** The page has an invalid base URL: JMeter does not load its resources. */
export class BadBase extends Error {}

const rels = new Set(['stylesheet', 'icon', 'shortcut icon', 'preload']);

/** Resources that JMeter loads for a page, in document order. */
export function linksOfHtml(text: string, address: JavaUrl): JavaUrl[] {
  const links = new LinkList(true);
  let base = address;
  const add = (value: string | undefined) => {
    // Java's trim removes all characters up to the space.
    const trimmed = (value ?? '').replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\n\r\b\f]+/g, '');
    links.add(trimmed, base);
  };
  const take = (tag: Token.TagToken) => {
    const attribute = (name: string) => tag.attrs.find((each) => each.name === name)?.value;
    switch (tag.tagName) {
      case 'base':
        base = newBase(base, attribute('href') ?? '');
        break;
      case 'script':
        // As in JMeter, the style attribute of a script is ignored.
        add(attribute('src'));
        return;
      case 'img':
      case 'frame':
      case 'iframe':
      case 'embed':
      case 'bgsound':
        add(attribute('src'));
        break;
      case 'applet':
        addApplet(attribute, add);
        break;
      case 'object':
        add(attribute('codebase'));
        add(attribute('data'));
        break;
      case 'input':
        if (attribute('type')?.toLowerCase() === 'image') {
          add(attribute('src'));
        }
        break;
      case 'link':
        if (rels.has((attribute('rel') ?? '').toLowerCase())) {
          add(attribute('href'));
        }
        break;
      default:
        add(attribute('background'));
    }
    for (const [, , url = ''] of (attribute('style') ?? '').matchAll(/URL\(\s*('|")(.*)('|")\s*\)/gis)) {
      links.add(url, base);
    }
  };
  tokenize(text, take);
  return links.urls;
}

function addApplet(
  attribute: (name: string) => string | undefined,
  add: (value: string | undefined) => void,
): void {
  const codebase = attribute('codebase') ?? '';
  const archive = attribute('archive') ?? '';
  if (codebase.trim() === '') {
    add(attribute('code'));
  } else {
    add(`${codebase}/${archive.trim() === '' ? (attribute('code') ?? 'null') : archive}`);
  }
}

function newBase(base: JavaUrl, href: string): JavaUrl {
  if (href === '') {
    return base;
  }
  try {
    return relativeTo(base, href);
  } catch (error) {
    throw error instanceof MalformedUrl ? new BadBase(href) : error;
  }
}

const modes: Record<string, Tokenizer['state']> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};

function tokenize(text: string, onTag: (tag: Token.TagToken) => void): void {
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => {
        const mode = modes[tag.tagName];
        if (mode !== undefined) {
          tokenizer.state = mode;
        }
        onTag(tag);
      },
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(text, true);
}
