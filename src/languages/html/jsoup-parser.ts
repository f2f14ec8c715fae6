import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html,
  Parser,
  type Token,
  TokenizerMode,
} from 'parse5';

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** A document that jsoup would read in a way of its own. */
export class UnprovenHtml extends Error {}

const notClosed = new Set(['html', 'head', 'body', 'frameset']);

/** The parser of browsers, with jsoup's habits. */
class JsoupParser extends Parser<Tree> {
  override onStartTag(token: Token.TagToken): void {
    const { openElements } = this;
    const depth = openElements.stackTop;
    const around = openElements.items[depth];
    const isForeign = around && 'namespaceURI' in around && around.namespaceURI !== html.NS.HTML;
    super.onStartTag(token);
    if (isForeign && (openElements.stackTop < depth || openElements.items[depth] !== around)) {
      throw new UnprovenHtml(`<${token.tagName}> within an image or a formula`);
    }
    // jsoup closes whatever ends in a slash.
    if (token.selfClosing && !token.ackSelfClosing && !notClosed.has(token.tagName)) {
      this.tokenizer.state = TokenizerMode.DATA;
      const { tagName, tagID, type, location } = token;
      this.onEndTag({ type, tagName, tagID, location, attrs: [], selfClosing: false, ackSelfClosing: false });
    }
  }
}

/** To jsoup, a document without a DOCTYPE is no exception. */
const treeAdapter = { ...defaultTreeAdapter, setDocumentMode: () => {} };

export function parseAsJsoup(text: string): Tree['document'] {
  return JsoupParser.parse(withKeptNewlines(text), { scriptingEnabled: false, treeAdapter });
}

/** Browsers leave out a newline where jsoup does not. */
function withKeptNewlines(text: string): string {
  return text
    .replaceAll(/(<textarea\b[^>]*>)(\r?\n)/gi, '$1$2$2')
    .replaceAll(/(<(?:pre|listing)\b[^>]*>)\r\n/gi, '$1\r\n\r\n');
}
