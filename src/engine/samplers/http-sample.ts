import type { CookieJar } from '../configs/cookie-manager.ts';
import { pending, type Text, type User } from '../core.ts';
import { failResult } from '../http/http-failure.ts';
import { HttpResult } from '../http/http-result.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { UserConnections } from '../http/user-connections.ts';
import type { EmbeddedSettings } from './embedded-settings.ts';
import type { HttpCall } from './evaluated-call.ts';
import { FollowedRedirects } from './followed-redirects.ts';
import { evaluateCall, headersAgain } from './http-call.ts';
import { HttpExchange, type HttpParts } from './http-exchange.ts';
import { ResourceDownload } from './resource-download.ts';

/** Set for the sample of an embedded resource. */
interface Resource {
  readonly call: HttpCall;
  readonly url: JavaUrl;
  /** Nesting depth of pages. */
  readonly depth: number;
  /** Called unless `start` has returned the result. */
  onEnd(result: HttpResult | undefined): void;
  /** An unexpected error fails the whole page. */
  onFailure(error: unknown): void;
}

/** One sample of one user, including the requests for redirects and embedded resources. */
export class HttpSample extends HttpExchange {
  readonly #name: Text;
  readonly #resource: Resource | undefined;
  #download: ResourceDownload | undefined;
  /** Holds the total result, once a redirect is followed. */
  #redirects: FollowedRedirects | undefined;
  #hasStarted = false;
  #hasEnded = false;
  #isOver = false;
  #ended: HttpResult | undefined;

  constructor(
    parts: HttpParts,
    user: User,
    name: Text,
    cookies: CookieJar | undefined,
    connections: UserConnections,
    resource?: Resource,
  ) {
    super(parts, user, cookies, connections);
    this.#name = name;
    this.#resource = resource;
  }

  /**
   * Returns the result, or `pending` if the runner or `onEnd` gets it later. Undefined for a cached response: no
   * sample.
   */
  start(): HttpResult | undefined | typeof pending {
    try {
      if (this.#resource) {
        this.call = this.#resource.call;
        this.ask(this.call, 'GET', this.#resource.url, this.#name.evaluate(this.user), false);
      } else {
        const { properties, mayBePlain } = this.parts;
        if (!properties.isOfUrlConnection) {
          this.connections.beginSample(this.user);
        }
        const { call, url, label } = evaluateCall(properties, this.user, mayBePlain, this.#name);
        this.call = call;
        this.ask(call, call.method, url, label, false);
      }
    } catch (error) {
      this.#isOver = true;
      return this.#brokenBy(error);
    }
    this.#hasStarted = true;
    return this.#hasEnded ? this.#ended : pending;
  }

  /** The result of a sample with an unexpected error. JMeter leaves its label empty. */
  #brokenBy(error: unknown): HttpResult {
    const result = new HttpResult();
    result.startMs = this.parts.nowMs();
    result.endMs = result.startMs;
    failResult(result, error, '');
    return result;
  }

  interrupt(): void {
    this.isInterrupted = true;
    this.#download?.interrupt();
    this.abort();
  }

  /** Aborts only the request in flight: a page continues with its next resource. */
  timeOutSample(): void {
    if (this.#download) {
      this.#download.timeOutSample();
    } else {
      this.abort();
    }
  }

  protected override cached(): void {
    this.#end(this.#redirects?.endCached());
  }

  protected override onResponse(result: HttpResult): void {
    try {
      this.#goOnAfter(result);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Fails this sample only: other users must continue. */
  #giveUp(error: unknown): void {
    if (!this.#hasStarted || (this.#isOver && !this.#resource)) {
      throw error;
    }
    this.#isOver = true;
    if (this.#resource) {
      this.#resource.onFailure(error);
      return;
    }
    this.#download?.interrupt();
    this.connections.sample = undefined;
    this.user.runner.finishSample(this.user, this.#brokenBy(error));
  }

  #goOnAfter(result: HttpResult): void {
    if (!this.#redirects && result.isRedirect && this.parts.properties.followsRedirects) {
      this.#redirects = new FollowedRedirects(result, !this.parts.isFunctional);
      this.#follow(this.#redirects, result);
    } else if (this.parts.properties.embedded && result.isSuccess && result.dataType === 'text') {
      this.#download = this.#openDownload(this.parts.properties.embedded);
      if (this.isInterrupted) {
        this.#download.interrupt();
      }
      this.#download.run(result, (whole) => this.#finishPage(whole));
    } else {
      this.#finishPage(result);
    }
  }

  #openDownload(settings: EmbeddedSettings): ResourceDownload {
    const user = this.user;
    const depth = this.#resource?.depth ?? 0;
    const call = this.call as HttpCall;
    return new ResourceDownload({
      user,
      settings,
      depth,
      cookies: this.cookies,
      isRenaming: !this.parts.isFunctional,
      open: (url, lane, jar, onEnd) =>
        new HttpSample(this.parts, user, this.#name, jar, this.connections.lane(lane), {
          call,
          url,
          depth: depth + 1,
          onEnd,
          onFailure: (error) => this.#giveUp(error),
        }),
    });
  }

  /** `result` can be a page with embedded resources. */
  #finishPage(result: HttpResult): void {
    if (this.#isOver) {
      return;
    }
    const redirects = this.#redirects;
    if (!redirects) {
      this.#end(result);
      return;
    }
    redirects.add(result, this.user.name);
    if (result.isRedirect) {
      this.#follow(redirects, result);
    } else {
      this.#end(redirects.endWith(result));
    }
  }

  #follow(redirects: FollowedRedirects, last: HttpResult): void {
    const url = redirects.next(last);
    if (!url) {
      this.#end(redirects.total);
      return;
    }
    const label = this.#name.evaluate(this.user);
    const call = headersAgain(this.parts.properties, this.user, this.call as HttpCall);
    this.call = call;
    this.ask(call, last.method === 'HEAD' ? 'HEAD' : 'GET', url, label, true);
  }

  #end(result: HttpResult | undefined): void {
    if (result && !(this.#resource && this.parts.isFunctional)) {
      result.label = this.#name.evaluate(this.user);
    }
    this.#isOver = true;
    if (!this.#hasStarted) {
      this.#hasEnded = true;
      this.#ended = result;
    }
    if (this.#resource) {
      if (this.#hasStarted) {
        this.#resource.onEnd(result);
      }
      return;
    }
    // Released now, because the user may wait for seconds before its next sample.
    this.connections.sample = undefined;
    if (this.#hasStarted) {
      this.user.runner.finishSample(this.user, result);
    }
  }
}
