import { javaTrim } from '../java/java-text.ts';
import { type HtmlElement, type HtmlText, isElement } from './html-document.ts';

const words = (text: string) => new Set(text.split(' '));
/** jsoup's block tags: the text breaks around them. */
const blocks = words(
  'html head body frameset script noscript style meta link title frame noframes section nav aside hgroup header footer p h1 h2 h3 h4 h5 h6 ul ol pre div blockquote hr address figure figcaption form fieldset ins del dl dt dd li table caption thead tfoot tbody colgroup col tr th td video audio canvas details menu plaintext template article main svg math center dir applet marquee listing',
);
/** jsoup's formatAsInlineTags. */
const inlineForms = words('title a p h1 h2 h3 h4 h5 h6 pre address li th td script style ins del s button');
const inlines = words(
  'object base font tt i b u big small em strong dfn code samp kbd var cite abbr time acronym mark ruby rt rp rtc a img br wbr map q sub sup bdo iframe embed span input select textarea label button optgroup option legend datalist keygen output progress meter area param source track summary command device basefont bgsound menuitem data bdi s strike nobr rb text mi mo msup mn mtext',
);

/** jsoup's Element.text(): white space is collapsed, and blocks are separated by a space. */
export function elementText(element: HtmlElement): string {
  const writer = new TextWriter();
  writer.element(element, undefined);
  return javaTrim(writer.text);
}

/** jsoup's ownText(): the text without that of child elements. */
export function ownText(element: HtmlElement): string {
  const writer = new TextWriter();
  for (const child of element.children) {
    if (!isElement(child)) {
      writer.add(child);
    } else if (child.tag === 'br') {
      writer.space();
    }
  }
  return javaTrim(writer.text);
}

class TextWriter {
  text = '';

  element(element: HtmlElement, next: HtmlElement | HtmlText | undefined): void {
    if (this.text !== '' && (isBlock(element) || element.tag === 'br')) {
      this.space();
    }
    for (const [index, child] of element.children.entries()) {
      if (isElement(child)) {
        this.element(child, element.children[index + 1]);
      } else {
        this.add(child);
      }
    }
    if (isBlock(element) && next && !(isElement(next) && isSetApart(next.tag))) {
      this.space();
    }
  }

  add({ text, areSpacesKept }: HtmlText): void {
    if (areSpacesKept) {
      this.text += text;
      return;
    }
    const visible = text.replaceAll(/[\u00ad\u200b]/g, '');
    const joined = visible.replaceAll(/[ \t\n\f\r\u00a0]+/g, ' ');
    this.text += this.text.endsWith(' ') ? joined.replace(/^ /, '') : joined;
  }

  space(): void {
    if (!this.text.endsWith(' ')) {
      this.text += ' ';
    }
  }
}

const isBlock = ({ tag, isForeign }: HtmlElement) =>
  isForeign ? tag === 'svg' || tag === 'math' : blocks.has(tag);

const isSetApart = (tag: string) => !inlines.has(tag) && !inlineForms.has(tag);
