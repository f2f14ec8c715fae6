import type { RequestBody } from '../contract/resources/plan-conversion.ts';
import { formBody, textBody } from './make-request.ts';
import { isObject, type Json, textOf, valueText } from './parse-document.ts';
import type { RefResolver } from './resolve-refs.ts';
import { exampleOf } from './schema-example.ts';

export interface OperationBody {
  body: RequestBody;
  /** Content type; undefined for forms, whose header the sampler writes. */
  type: string | undefined;
}

/** Example of the body of an operation; JSON is preferred. Undefined without a body. */
export function bodyOfOperation(
  operation: Json,
  parameters: readonly Json[],
  document: Json,
  refs: RefResolver,
): OperationBody | undefined {
  if (document.swagger !== undefined) return bodyOfSwagger(operation, parameters, document, refs);
  const content = refs.resolve(operation.requestBody)?.content;
  if (!isObject(content)) return undefined;
  const types = Object.keys(content);
  const type =
    types.find((each) => /[/+]json\b/i.test(each)) ??
    types.find((each) => /x-www-form-urlencoded|multipart\/form-data/i.test(each)) ??
    types[0];
  const media = refs.resolve(content[type ?? '']);
  if (type === undefined || !media) return undefined;
  return bodyOf(type, exampleOfMedia(media, refs));
}

function exampleOfMedia(media: Json, refs: RefResolver): unknown {
  if (media.example !== undefined) return media.example;
  if (isObject(media.examples))
    for (const each of Object.values(media.examples)) {
      const value = refs.resolve(each)?.value;
      if (value !== undefined) return value;
    }
  return exampleOf(media.schema, refs);
}

function bodyOfSwagger(
  operation: Json,
  parameters: readonly Json[],
  document: Json,
  refs: RefResolver,
): OperationBody | undefined {
  const consumes = [operation.consumes, document.consumes].find(Array.isArray) ?? [];
  const whole = parameters.find((each) => each.in === 'body');
  if (whole) {
    const type = consumes.find((each) => /json/i.test(textOf(each))) ?? consumes[0] ?? 'application/json';
    return bodyOf(textOf(type), exampleOf(whole.schema, refs));
  }
  const fields = parameters.filter((each) => each.in === 'formData' && each.required === true);
  if (fields.length === 0) return undefined;
  const values = Object.fromEntries(
    fields.map((each) => [textOf(each.name), each.type === 'file' ? '' : exampleOf(each, refs)]),
  );
  const isMultipart = consumes.some((each) => /multipart/i.test(textOf(each)));
  return bodyOf(isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded', values);
}

function bodyOf(type: string, example: unknown): OperationBody {
  if (isObject(example) && /x-www-form-urlencoded|multipart\/form-data/i.test(type)) {
    const body = formBody(Object.entries(example).map(([name, value]) => [name, valueText(value)]));
    return { body: { ...body, kind: /multipart/i.test(type) ? 'multipart' : 'form' }, type: undefined };
  }
  const isJson = /[/+]json\b/i.test(type);
  const text = isJson ? JSON.stringify(example ?? {}, null, 2) : valueText(example);
  return { body: textBody(text), type: type === '*/*' ? 'application/json' : type };
}
