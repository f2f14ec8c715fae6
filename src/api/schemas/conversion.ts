import Type from 'typebox';
import { conversionSources } from '../../contract/resources/plan-conversion.ts';
import { formFieldsBytes } from '../params/body-limits.ts';

/** `plan[...]` of a conversion. */
export const conversionFieldsSchema = Type.Object({
  text: Type.Optional(
    Type.String({
      maxLength: formFieldsBytes,
      description:
        'URLs, one per line as [method] URL [weight]; a curl command; or a document. Large documents are sent as run_files[]',
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: 8_000,
      pattern: '^\\s*https?://[^/]',
      description:
        'Address of a HAR, OpenAPI or Postman document, which the service fetches if SPATE_OUTBOUND allows it; requires the scope run',
      'x-expects': 'an address such as https://shop.example/openapi.json',
    }),
  ),
  source: Type.Optional(
    Type.Enum([...conversionSources], { description: 'Format of the document. Default: detected' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 500, description: 'Name of the plan' })),
  keep_secrets: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Keep tokens, passwords and cookies of the document in the plan. Otherwise they become properties, such as ${__P(authorization)}',
    }),
  ),
  base_url: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: '^https?://[^/]',
      description: 'OpenAPI and Postman: address of the server, in place of the one in the document',
      'x-expects': 'an address such as https://test.example',
    }),
  ),
  correlate: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'HAR: suggest extractors for values that a response returned and a later request sent',
    }),
  ),
  hosts: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 100,
      description: 'HAR: hosts to include beside the one of the first page; * includes all',
      'x-expects': 'hosts separated by commas, at most 100',
    }),
  ),
  assets: Type.Optional(
    Type.Boolean({ default: false, description: 'HAR: include images, styles, scripts, fonts and media' }),
  ),
});
