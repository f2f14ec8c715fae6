import type { Readable } from 'node:stream';
import type { TObject, TSchema } from 'typebox';
import type { Exchange } from './exchange.ts';

/**
 * One operation of the API. The same record registers it and describes it in the OpenAPI document; access-rules.ts contains the
 * required permissions.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** False for reading only; true for the two GET operations of the documented API that change state. */
  changesState: boolean;
  /** Has a body but changes nothing: not recorded in the audit log. */
  isLook?: boolean;
  query?: TObject;
  body?: RouteBody;
  success: { status: number; schema?: TSchema; contentType?: string };
  handle(exchange: Exchange): Promise<Answer>;
  /** HEAD handler of operations that change state. */
  head?(exchange: Exchange): Promise<Answer>;
}

export interface RouteBody {
  /** Parameter names are `root[field]`. */
  root: string;
  fields: TObject;
  hasGrids?: boolean;
  hasFiles?: boolean;
}

export type Answer =
  | { status: number; headers?: Record<string, string>; json: unknown }
  | { status: number; headers?: Record<string, string>; text: string; contentType: string }
  | {
      status: number;
      headers?: Record<string, string>;
      open: () => Readable | Promise<Readable>;
      contentType: string;
    }
  | { status: number; headers?: Record<string, string> };

export function ok(json: unknown): Answer {
  return { status: 200, json };
}

export function created(json: unknown, location: string): Answer {
  return { status: 201, json, headers: { location } };
}

export const noContent: Answer = { status: 204 };
