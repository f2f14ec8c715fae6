import type { PlannedRequest, RequestPlan } from '../../../contract/resources/plan-conversion.ts';

/** A request to the origin of the last one. */
export function newRequest({ requests }: RequestPlan): PlannedRequest {
  const url = /^https?:\/\/[^/]+/.exec(requests.at(-1)?.url ?? '')?.[0] ?? 'https://';
  return {
    name: 'New request',
    enabled: true,
    group: null,
    method: 'GET',
    url: `${url}/`,
    headers: [],
    body: null,
    weight: 1,
    pause_ms: 0,
    checks: [],
    extractors: [],
  };
}

type Header = PlannedRequest['headers'][number];

/** Headers as lines of text. */
export const textOfHeaders = (headers: readonly Header[]): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** A line without a colon is a header without a value. */
export function headersOfText(text: string): Header[] {
  return text
    .split('\n')
    .map((line) => {
      const at = line.indexOf(':');
      return at === -1
        ? { name: line.trim(), value: '' }
        : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
    })
    .filter(({ name }) => name !== '');
}

/** Fields of a form as lines of text. */
export const textOfFields = (fields: readonly { name: string; value: string }[]): string =>
  fields.map(({ name, value }) => `${name}=${value.replaceAll('\n', '\\n')}`).join('\n');

/** Files of fields with the same name are kept. */
export function fieldsOfText(
  text: string,
  before: NonNullable<PlannedRequest['body']>['fields'],
): NonNullable<PlannedRequest['body']>['fields'] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=');
      const [name, value] = at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
      const known = before.find((field) => field.name === name && field.file !== null);
      return {
        name,
        value: value.replaceAll('\\n', '\n'),
        file: known?.file ?? null,
        type: known?.type ?? null,
      };
    });
}
