import type { Readable } from 'node:stream';
import type { TObject, TSchema } from 'typebox';
import type { Exchange } from './exchange.ts';

/**
 * One operation of the API. The same record registers it and describes it in the OpenAPI document; who may call it is
 * said in doors.ts.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** True for everything but reading; also for the two GETs that the documented API changes things with. */
  changesState: boolean;
  /** Takes what it looks at from a body, as only a change does, yet changes nothing: the audit log is not told. */
  isLook?: boolean;
  query?: TObject;
  body?: RouteBody;
  success: { status: number; schema?: TSchema; contentType?: string };
  handle(exchange: Exchange): Promise<Answer>;
  /** What HEAD does where `handle` would change something. */
  head?(exchange: Exchange): Promise<Answer>;
}

export interface RouteBody {
  /** Parameters are named `root[field]`. */
  root: string;
  fields: TObject;
  hasGrids?: boolean;
  hasFiles?: boolean;
}

export type Answer =
  | { status: number; headers?: Record<string, string>; json: unknown }
  | { status: number; headers?: Record<string, string>; text: string; contentType: string }
  | { status: number; headers?: Record<string, string>; open: () => Readable; contentType: string }
  | { status: number; headers?: Record<string, string> };

export function ok(json: unknown): Answer {
  return { status: 200, json };
}

export function created(json: unknown, location: string): Answer {
  return { status: 201, json, headers: { location } };
}

export const noContent: Answer = { status: 204 };
