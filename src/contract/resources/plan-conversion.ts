import Type, { type Static } from 'typebox';
import { closed, nullable } from './common.ts';

/** Methods that JMeter can send. */
export const requestMethods = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'],
  ...['COPY', 'LOCK', 'MKCALENDAR', 'MKCOL', 'MOVE', 'PROPFIND', 'PROPPATCH', 'REPORT', 'SEARCH', 'UNLOCK'],
] as const;

/** Formats that can be converted to a plan. `requests`: a document with `requests`, as in a response. */
export const conversionSources = ['urls', 'curl', 'har', 'openapi', 'postman', 'requests'] as const;

const entrySchema = closed({ name: Type.String(), value: Type.String() });

const fieldSchema = closed({
  name: Type.String(),
  value: Type.String({ description: 'Unused for a file' }),
  file: nullable(Type.String({ description: 'Name of an uploaded file; multipart only' })),
  type: nullable(Type.String({ description: 'Content type of a file' })),
});

const bodySchema = closed({
  kind: Type.Enum(['text', 'form', 'multipart']),
  text: Type.String({ description: 'For kind text' }),
  fields: Type.Array(fieldSchema, { description: 'For kinds form and multipart' }),
});

const checkSchema = closed({
  kind: Type.Enum(['status', 'contains', 'json_path', 'max_ms']),
  value: Type.String({
    description:
      'Expected status code, text in the body, JSONPath that must exist, or longest response time in ms',
  }),
});

const extractorSchema = closed({
  variable: Type.String(),
  kind: Type.Enum(['json_path', 'regex', 'header_regex']),
  expression: Type.String({ description: 'A regular expression has one group, the value' }),
  fallback: Type.String({ description: 'Value of the variable if the extractor is not enabled' }),
  enabled: Type.Boolean(),
});

const plannedRequestSchema = closed({
  name: Type.String({ description: 'Label of the samples' }),
  enabled: Type.Boolean({ description: 'Whether the request is part of the plan' }),
  group: nullable(Type.String({ description: 'Transaction of this and adjacent requests' })),
  method: Type.Enum([...requestMethods]),
  url: Type.String(),
  headers: Type.Array(entrySchema),
  body: nullable(bodySchema),
  weight: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1_000_000,
    description: 'How often the request is sent, relative to the other requests',
  }),
  pause_ms: Type.Integer({ minimum: 0, maximum: 3_600_000, description: 'Pause before the request' }),
  checks: Type.Array(checkSchema),
  extractors: Type.Array(extractorSchema),
});

/** A plan as a list of requests. Texts may contain variables and functions of JMeter, such as `${token}`. */
export const requestPlanSchema = closed({
  name: Type.String(),
  variables: Type.Array(entrySchema),
  cookies: Type.Array(closed({ name: Type.String(), value: Type.String(), domain: Type.String() }), {
    description: 'Cookies that each iteration starts with',
  }),
  requests: Type.Array(plannedRequestSchema),
});

/** A document converted to a JMeter plan. */
export const planConversionSchema = closed({
  source: Type.Enum([...conversionSources], { description: 'As requested, or detected' }),
  file_name: Type.String({ description: 'Suggested name of the plan' }),
  plan: requestPlanSchema,
  jmx: Type.String({ description: 'The JMeter plan' }),
  secrets: Type.Array(Type.String(), {
    description: 'Properties that replace secrets of the document; a run must set them',
  }),
  warnings: Type.Array(Type.String()),
});

export type ConversionSource = (typeof conversionSources)[number];
export type RequestMethod = (typeof requestMethods)[number];
export type RequestPlan = Static<typeof requestPlanSchema>;
export type PlannedRequest = Static<typeof plannedRequestSchema>;
export type RequestBody = Static<typeof bodySchema>;
export type RequestCheck = Static<typeof checkSchema>;
export type RequestExtractor = Static<typeof extractorSchema>;
export type PlanConversionResource = Static<typeof planConversionSchema>;
