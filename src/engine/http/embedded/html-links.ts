import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { javaTrim } from '../../../languages/java/java-text.ts';
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
    links.add(javaTrim(value ?? '').replace(/[\n\r\b\f]+/g, ''), base);
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
    links.add(backgroundOf(attribute('style') ?? ''), base);
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

/** JMeter's `URL\(\s*('|")(.*)('|")\s*\)`, in linear time: from the first opening quote to the last closing one. */
function backgroundOf(style: string): string {
  const opening = /URL\(\s*['"]/i.exec(style);
  if (!opening) {
    return '';
  }
  const rest = style.slice(opening.index + opening[0].length);
  return rest.slice(0, [...rest.matchAll(/['"]\s*\)/g)].at(-1)?.index ?? 0);
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
