import { type JavaUrl, MalformedUrl, urlText } from '../java-url.ts';
import { relativeTo } from '../redirect-location.ts';

/** JMeter's URLCollection: resources of a page or style sheet, in order. */
export class LinkList {
  readonly #urls = new Map<string, JavaUrl>();
  readonly #areOnce: boolean;

  /** `areOnce`: skips duplicates. */
  constructor(areOnce: boolean) {
    this.#areOnce = areOnce;
  }

  /** Invalid URLs are skipped. */
  add(text: string, base: JavaUrl): void {
    if (text === '') {
      return;
    }
    try {
      const url = relativeTo(base, unescapeXml(text));
      const key = urlText(url);
      this.#urls.set(this.#areOnce ? key : `${this.#urls.size} ${key}`, this.#urls.get(key) ?? url);
    } catch (error) {
      if (!(error instanceof MalformedUrl)) {
        throw error;
      }
    }
  }

  get urls(): JavaUrl[] {
    return [...this.#urls.values()];
  }
}

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };

/** Replaces the five XML entities and numeric character references. */
function unescapeXml(text: string): string {
  return text.replace(
    /&(?:(quot|amp|lt|gt|apos)|#(\d+)|#[xX]([0-9a-fA-F]+));/g,
    (whole, name, decimal, hex) => {
      if (name !== undefined) {
        return entities[name as string] ?? whole;
      }
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
