import { type HtmlElement, parseHtml } from './html-document.ts';

/** Of the sample and its sub-samples. */
const maxCached = 4;

/** Reads documents once for all that ask about the same one; users keep none, for those would be many. */
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
