const maxTextLength = 200;

/** Decoded texts by their bytes: finding a short one is several times faster than decoding it. */
export class TextCache {
  readonly #byHash = new Map<number, { bytes: Buffer; text: string }>();
  readonly #maxTexts: number;

  constructor(maxTexts = 4096) {
    this.#maxTexts = maxTexts;
  }

  find(buffer: Buffer, start: number, size: number): string | undefined {
    const known = this.#byHash.get(hashOf(buffer, start, size));
    if (!known || known.bytes.length !== size) return undefined;
    for (let at = 0; at < size; at++) if (buffer[start + at] !== known.bytes[at]) return undefined;
    return known.text;
  }

  /** `text` is returned for these bytes, even if it differs from their decoded form. Long texts are not kept. */
  add(encoded: string, text: string): void {
    if (encoded.length > maxTextLength) return;
    if (this.#byHash.size >= this.#maxTexts) this.#byHash.clear();
    const bytes = Buffer.from(encoded);
    this.#byHash.set(hashOf(bytes, 0, bytes.length), { bytes, text });
  }
}

function hashOf(buffer: Buffer, start: number, size: number): number {
  let hash = size;
  for (let at = start; at < start + size; at++) hash = (Math.imul(hash, 31) + buffer[at]!) | 0;
  return hash;
}
