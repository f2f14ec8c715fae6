import type { CookieJar } from '../configs/cookie-manager.ts';
import { pending, type User } from '../core.ts';
import { chosen, linksOf } from '../http/embedded/find-resources.ts';
import { failResult, JavaException } from '../http/http-failure.ts';
import type { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { EmbeddedSettings } from './embedded-settings.ts';

/** One resource in flight, with its own sample. */
export interface ResourceSample {
  start(): HttpResult | undefined | typeof pending;
  interrupt(): void;
  timeOutSample(): void;
}

export interface DownloadParts {
  readonly user: User;
  readonly settings: EmbeddedSettings;
  /** Sub-results are renamed with their index. */
  readonly isRenaming: boolean;
  /** Nesting depth of pages. */
  readonly depth: number;
  readonly cookies: CookieJar | undefined;
  /** `lane`: index among concurrent downloads. */
  open(
    url: JavaUrl,
    lane: number,
    cookies: CookieJar | undefined,
    onEnd: (result: HttpResult | undefined) => void,
  ): ResourceSample;
}

const maxDepth = 5;

/** Downloads the embedded resources of a page, sequentially or concurrently, into one result. */
export class ResourceDownload {
  readonly #parts: DownloadParts;
  readonly #running = new Set<ResourceSample>();
  #isOver = false;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
  }

  interrupt(): void {
    this.#isOver = true;
    for (const sample of this.#running) {
      sample.interrupt();
    }
  }

  /** No effect on concurrent downloads, which JMeter does not interrupt. */
  timeOutSample(): void {
    if (!this.#parts.settings.isConcurrent) {
      // A copy, because samples that start meanwhile are not timed out.
      for (const sample of [...this.#running]) {
        sample.timeOutSample();
      }
    }
  }

  /** `done` may be called synchronously. */
  run(page: HttpResult, done: (whole: HttpResult) => void): void {
    const { user, settings, depth, isRenaming } = this.#parts;
    if (depth > maxDepth) {
      const tooDeep = page.copy();
      tooDeep.subResults = undefined;
      failResult(
        tooDeep,
        new JavaException('java.lang.Exception', 'Maximum frame/iframe nesting depth exceeded.'),
        '',
      );
      tooDeep.threadName = user.name;
      page.addSubResult(tooDeep, isRenaming);
      done(page);
      return;
    }
    let links: JavaUrl[] | undefined;
    try {
      links = linksOf(page, user);
    } catch (error) {
      const broken = page.copy();
      failResult(broken, error, '');
      page.addSubResult(broken, isRenaming);
      setSuccess(page, false);
    }
    if (!links || links.length === 0) {
      done(page);
      return;
    }
    const whole = page.copy();
    whole.takeBody(page);
    whole.subResults = undefined;
    whole.addRawSubResult(page, isRenaming);
    const urls = chosen(links, settings.isAllowed(user), settings.isExcluded(user));
    this.#load(urls, (results) => {
      for (const result of results) {
        if (result) {
          result.threadName = user.name;
          whole.addSubResult(result, isRenaming);
        }
        setSuccess(whole, whole.isSuccess && (result?.isSuccess ?? true));
      }
      done(whole);
    });
  }

  #load(urls: readonly JavaUrl[], done: (results: readonly (HttpResult | undefined)[]) => void): void {
    const { user, settings, cookies } = this.#parts;
    const atOnce = settings.atOnce(user);
    const results = new Array<HttpResult | undefined>(urls.length).fill(undefined);
    // Concurrent downloads do not see each other's cookies.
    const jars = urls.map(() => (atOnce > 1 ? cookies?.fork() : cookies));
    const lanes = Array.from({ length: atOnce }, (_, lane) => lane);
    let next = 0;
    let left = urls.length;
    let isStarting = false;
    const startMore = () => {
      if (isStarting) {
        return;
      }
      isStarting = true;
      while (next < urls.length && lanes.length > 0 && !this.#isOver) {
        const at = next++;
        const lane = lanes.shift() ?? 0;
        const finish = (result: HttpResult | undefined) => {
          this.#running.delete(sample);
          results[at] = result;
          lanes.unshift(lane);
          left -= 1;
          startMore();
        };
        const sample = this.#parts.open(urls[at] as JavaUrl, lane, jars[at], finish);
        this.#running.add(sample);
        const outcome = sample.start();
        if (outcome !== pending) {
          finish(outcome);
        }
      }
      isStarting = false;
      if (left === 0 || (this.#isOver && this.#running.size === 0)) {
        left = -1;
        if (atOnce > 1) {
          for (const jar of jars) {
            if (jar) {
              cookies?.takeAll(jar);
            }
          }
        }
        done(results);
      }
    };
    startMore();
  }
}

function setSuccess(result: HttpResult, isSuccess: boolean): void {
  result.isSuccess = isSuccess;
  if (!isSuccess) {
    const failed = (result.subResults as HttpResult[] | undefined)?.filter((each) => !each.isSuccess) ?? [];
    const list = failed.map(({ url, code, message }) => `${url} code:${code} message:${message}, `).join('');
    result.message = `Embedded resource download error:${list}`;
  }
}
