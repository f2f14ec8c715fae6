import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html,
  Parser,
  type Token,
  TokenizerMode,
} from 'parse5';

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** A document whose tree in jsoup may differ. */
export class UnprovenHtml extends Error {}

const notClosed = new Set(['html', 'head', 'body', 'frameset']);

/** The HTML5 parser with jsoup's deviations. */
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
    // jsoup closes every self-closing tag.
    if (token.selfClosing && !token.ackSelfClosing && !notClosed.has(token.tagName)) {
      this.tokenizer.state = TokenizerMode.DATA;
      const { tagName, tagID, type, location } = token;
      this.onEndTag({ type, tagName, tagID, location, attrs: [], selfClosing: false, ackSelfClosing: false });
    }
  }
}

/** jsoup has no quirks mode for documents without a DOCTYPE. */
const treeAdapter = { ...defaultTreeAdapter, setDocumentMode: () => {} };

export function parseAsJsoup(text: string): Tree['document'] {
  return JsoupParser.parse(withKeptNewlines(text), { scriptingEnabled: false, treeAdapter });
}

/** Browsers drop a leading newline where jsoup does not. */
function withKeptNewlines(text: string): string {
  return text
    .replaceAll(/(<textarea\b[^>]*>)(\r?\n)/gi, '$1$2$2')
    .replaceAll(/(<(?:pre|listing)\b[^>]*>)\r\n/gi, '$1\r\n\r\n');
}
