import { failResult, JavaException } from '../http/http-failure.ts';
import type { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { redirectLocation } from '../http/redirect-location.ts';

/** Default of httpsampler.max_redirects. */
export const maxRedirects = 20;

/** "Follow redirects": each request is a sub-result of the total. */
export class FollowedRedirects {
  readonly total: HttpResult;
  readonly #isRenaming: boolean;
  #count = 0;

  constructor(first: HttpResult, isRenaming: boolean) {
    this.#isRenaming = isRenaming;
    this.total = first.copy();
    this.total.addRawSubResult(first, isRenaming);
  }

  /** `result` can be a page with embedded resources: then its sub-results are added. */
  add(result: HttpResult, threadName: string): void {
    for (const each of result.subResults ?? [result]) {
      each.threadName = threadName;
      this.total.addSubResult(each, this.#isRenaming);
    }
  }

  /** Location of the last response's redirect. Undefined if it cannot be followed; then the total is complete. */
  next(last: HttpResult): JavaUrl | undefined {
    if (this.#count >= maxRedirects) {
      const tooMany = last.copy();
      failResult(
        tooMany,
        new JavaException('java.io.IOException', `Exceeded maximum number of redirects: ${maxRedirects}`),
        '',
      );
      this.total.addSubResult(tooMany, this.#isRenaming);
      this.#take(tooMany);
      return undefined;
    }
    this.#count += 1;
    try {
      return redirectLocation(last.location as JavaUrl, last.redirectLocation);
    } catch (error) {
      failResult(last, error, '');
      this.#take(last);
      return undefined;
    }
  }

  /** A cached response makes no sample: the total ends with the redirect that points to it. */
  endCached(): HttpResult {
    return this.endWith(this.total.subResults?.at(-1) as HttpResult);
  }

  endWith(last: HttpResult): HttpResult {
    this.#take(last);
    return this.total;
  }

  #take(last: HttpResult): void {
    if (!this.#isRenaming) {
      this.total.label = `${this.total.label}->${last.label}`;
    }
    this.total.takeFrom(last);
  }
}
