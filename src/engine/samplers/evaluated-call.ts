import type { EvaluatedArgument } from '../http/http-arguments.ts';
import type { EvaluatedFile } from '../http/http-files.ts';
import type { HeaderLine, HttpRequest } from '../http/http-request.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { Via } from '../http/via.ts';

/** What one sample asks for, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly plainHeaders: string | undefined;
  /** Nothing in the headers has to be replaced before they go out. */
  readonly isSafe: boolean;
  readonly args: readonly EvaluatedArgument[];
  readonly files: readonly EvaluatedFile[];
  readonly charset: string;
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
  readonly via: Via | undefined;
}

export interface BuiltRequest extends HttpRequest {
  readonly bodyText: string;
  /** Why it cannot be sent although all of it is known: a file that is missing. */
  readonly problem?: unknown;
}

/** What a sampler asks for in each of its samples, because nothing in it depends on anything: made by the first. */
export class FixedCall {
  call: HttpCall | undefined;
  url: JavaUrl | undefined;
  /** Without cookies, and not where a redirect points to. */
  request: BuiltRequest | undefined;

  keep(call: HttpCall, url: JavaUrl): void {
    this.call = call;
    this.url = url;
  }
}
