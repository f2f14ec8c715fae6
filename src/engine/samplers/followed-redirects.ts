import { failResult, JavaException } from '../http/http-failure.ts';
import type { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { redirectLocation } from '../http/redirect-location.ts';

/** Default of httpsampler.max_redirects. */
export const maxRedirects = 20;

/** "Follow redirects": each request is a sub-result of the whole. */
export class FollowedRedirects {
  readonly total: HttpResult;
  #count = 0;

  constructor(first: HttpResult) {
    this.total = first.copy();
    this.total.addRawSubResult(first, true);
  }

  /** `result` is a page with its resources, or anything else. */
  add(result: HttpResult, threadName: string): void {
    for (const each of result.subResults ?? [result]) {
      each.threadName = threadName;
      this.total.addSubResult(each, true);
    }
  }

  /** Where the last answer points to. Undefined when that cannot be followed, and the total is whole. */
  next(last: HttpResult): JavaUrl | undefined {
    if (this.#count >= maxRedirects) {
      const tooMany = last.copy();
      failResult(
        tooMany,
        new JavaException('java.io.IOException', `Exceeded maximum number of redirects: ${maxRedirects}`),
        '',
      );
      this.total.addSubResult(tooMany, true);
      this.total.takeFrom(tooMany);
      return undefined;
    }
    this.#count += 1;
    try {
      return redirectLocation(last.location as JavaUrl, last.redirectLocation);
    } catch (error) {
      failResult(last, error, '');
      this.total.takeFrom(last);
      return undefined;
    }
  }

  /** What the cache has makes no sample: the redirect that points to it was the last one. */
  endCached(): HttpResult {
    return this.endWith(this.total.subResults?.at(-1) as HttpResult);
  }

  endWith(last: HttpResult): HttpResult {
    this.total.takeFrom(last);
    return this.total;
  }
}
