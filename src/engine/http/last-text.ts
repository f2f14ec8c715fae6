/** Caches the last decoded text: bytes are compared before they are decoded. */
export class LastText {
  #last = '';

  read(data: Buffer, start: number, end: number): string {
    const last = this.#last;
    if (end - start === last.length) {
      let at = 0;
      while (at < last.length && data[start + at] === last.charCodeAt(at)) {
        at += 1;
      }
      if (at === last.length) {
        return last;
      }
    }
    this.#last = end > start ? data.toString('latin1', start, end) : '';
    return this.#last;
  }
}
