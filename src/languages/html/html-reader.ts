import { type HtmlElement, parseHtml } from './html-document.ts';

/** For the documents of a sample and its sub-samples. */
const maxCached = 4;

/** Cache of parsed documents, shared by all virtual users of a thread to bound memory. */
export class HtmlReader {
  #documents: { text: string; root: HtmlElement }[] = [];

  read(text: string): HtmlElement {
    let document = this.#documents.find((each) => each.text === text);
    if (!document) {
      document = { text, root: parseHtml(text) };
      this.#documents = [document, ...this.#documents.slice(0, maxCached - 1)];
    }
    return document.root;
  }
}
