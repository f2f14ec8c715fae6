import type { EvaluatedArgument } from '../http/http-arguments.ts';
import type { EvaluatedFile } from '../http/http-files.ts';
import type { HeaderLine, HttpRequest } from '../http/http-request.ts';
import type { JavaUrl } from '../http/java-url.ts';
import type { Via } from '../http/via.ts';

/** The request of one sample, evaluated once. */
export interface HttpCall {
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly plainHeaders: string | undefined;
  /** The rendered headers can be sent unchanged. */
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
  /** Why the request cannot be sent although it is complete: a missing file. */
  readonly problem?: unknown;
}

/** The request of a sampler whose settings are constant: evaluated for the first sample and reused by the others. */
export class FixedCall {
  call: HttpCall | undefined;
  url: JavaUrl | undefined;
  /** Built without cookies; not used for redirects. */
  request: BuiltRequest | undefined;

  keep(call: HttpCall, url: JavaUrl): void {
    this.call = call;
    this.url = url;
  }
}
