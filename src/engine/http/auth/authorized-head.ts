import { type HttpRequest, renderHead } from '../http-request.ts';
import type { AuthExchange } from './auth-exchange.ts';

/** Head of a request with authorization headers, for the target and for a proxy that reads it. */
export function authorizedHead(
  request: HttpRequest,
  userAgent: string,
  auth: AuthExchange | undefined,
  proxyAuth: AuthExchange | undefined,
): string {
  const authorization = auth?.headerFor(request, hasHeader(request, 'authorization'));
  return request.wireTarget === undefined
    ? renderHead(request, userAgent, authorization)
    : renderHead(
        request,
        userAgent,
        authorization,
        proxyAuth?.headerFor(request, hasHeader(request, 'proxy-authorization')),
      );
}

const hasHeader = ({ headers }: HttpRequest, name: string) =>
  headers.some(([each]) => each.toLowerCase() === name);
