import { secretForms } from './secret-forms.ts';

/** Replaces secret values by `***`, also in their encoded forms. */
export interface Masker {
  /** A text of `maxLength` may have been cut within a value; then the beginning of a value at its end is masked too. */
  text(text: string, maxLength?: number): string;
  /**
   * Also finds values that are split over chunks. Binary content keeps its length: values are overwritten with
   * asterisks.
   */
  stream(chunks: AsyncIterable<Buffer>, isBinary?: boolean): AsyncGenerator<Buffer>;
}

const mask = Buffer.from('***');
const asterisk = 0x2a;

/** Undefined without values. Each value has at least 4 characters. */
export function createMasker(values: readonly string[]): Masker | undefined {
  if (values.length === 0) return undefined;
  const search = new FormSearch(new Set(values.flatMap((value) => [...secretForms(value)])));
  return {
    text(text, maxLength) {
      const bytes = Buffer.from(text);
      const { masked, isFound } = replaceForms(search, bytes, bytes.length, false);
      const isCut = maxLength !== undefined && text.length >= maxLength - 1;
      const cutBytes = isCut ? search.cutAtEnd(masked) : 0;
      if (!isFound && cutBytes === 0) return text;
      if (cutBytes === 0) return masked.toString();
      const whole = masked.subarray(0, masked.length - cutBytes);
      return `${whole.toString()}${mask.toString()}`.slice(0, maxLength);
    },
    async *stream(chunks, isBinary = false) {
      let held: Buffer = Buffer.alloc(0);
      for await (const chunk of chunks) {
        const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
        // A form that starts later may continue in the next chunk.
        const end = Math.max(0, bytes.length - search.maxFormBytes + 1);
        const { masked, endedAt } = replaceForms(search, bytes, end, isBinary);
        if (masked.length > 0) yield masked;
        held = bytes.subarray(endedAt);
      }
      const { masked } = replaceForms(search, held, held.length, isBinary);
      if (masked.length > 0) yield masked;
    },
  };
}

/** Unchanged without a masker. */
export function maskText(masker: Masker | undefined, text: string, maxLength?: number): string {
  return masker?.text(text, maxLength) ?? text;
}

/** Replaces the forms that start before `end`. The result covers the bytes before `endedAt`. */
function replaceForms(
  search: FormSearch,
  bytes: Buffer,
  end: number,
  isBinary: boolean,
): { masked: Buffer; endedAt: number; isFound: boolean } {
  const parts: Buffer[] = [];
  let from = 0;
  for (let found = search.find(bytes, 0, end); found; found = search.find(bytes, from, end)) {
    parts.push(bytes.subarray(from, found.at), isBinary ? Buffer.alloc(found.lengthBytes, asterisk) : mask);
    from = found.at + found.lengthBytes;
  }
  if (parts.length === 0) return { masked: bytes.subarray(0, end), endedAt: end, isFound: false };
  if (from < end) parts.push(bytes.subarray(from, end));
  return { masked: Buffer.concat(parts), endedAt: Math.max(from, end), isFound: true };
}

/** Searches for many texts at once, by their first two bytes. */
class FormSearch {
  readonly maxFormBytes: number;
  readonly #forms: Buffer[];
  readonly #byStart = new Map<number, Buffer[]>();
  readonly #isStart = new Uint8Array(1 << 16);

  constructor(texts: ReadonlySet<string>) {
    const forms = [...texts].map((text) => Buffer.from(text));
    this.#forms = forms.sort((one, other) => other.length - one.length);
    this.maxFormBytes = forms[0]?.length ?? 0;
    for (const form of forms) {
      const start = form.readUInt16BE(0);
      this.#isStart[start] = 1;
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form]);
    }
  }

  /** The longest form at the first position in [from, end) where a form starts. */
  find(bytes: Buffer, from: number, end: number): { at: number; lengthBytes: number } | undefined {
    const last = Math.min(end, bytes.length - 1);
    for (let at = from; at < last; at++) {
      const start = (bytes[at]! << 8) | bytes[at + 1]!;
      if (this.#isStart[start] === 0) continue;
      const form = this.#byStart.get(start)?.find((one) => isAt(bytes, at, one));
      if (form) return { at, lengthBytes: form.length };
    }
    return undefined;
  }

  /** Number of bytes at the end that start a form. */
  cutAtEnd(bytes: Buffer): number {
    let most = 0;
    for (const form of this.#forms) {
      for (let length = Math.min(form.length - 1, bytes.length); length > most; length--) {
        if (isAt(bytes, bytes.length - length, form.subarray(0, length))) most = length;
      }
    }
    return most;
  }
}

function isAt(bytes: Buffer, at: number, form: Buffer): boolean {
  const end = at + form.length;
  return end <= bytes.length && bytes.compare(form, 0, form.length, at, end) === 0;
}
