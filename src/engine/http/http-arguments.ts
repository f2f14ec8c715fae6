import {
  booleanProperty,
  elementProperty,
  isElement,
  listProperty,
  type PlanElement,
} from '../../jmx/plan-tree.ts';
import type { CompileContext, Text, User } from '../core.ts';
import { encodeText, urlDecode, urlEncode } from './form-encoding.ts';

/** A request parameter, or a piece of a raw body. */
export interface HttpArgument {
  readonly name: Text;
  readonly value: Text;
  /** Separator of name and value: `=` or empty. */
  readonly separator: Text;
  readonly isEncoded: boolean;
  /** Content type of its part in a multipart form. */
  readonly type: Text;
}

/** The parameters of a sampler or its defaults, in file order. */
export function compileArguments(element: PlanElement, context: CompileContext): HttpArgument[] {
  const list = elementProperty(element, 'HTTPsampler.Arguments');
  return (list ? listProperty(list, 'Arguments.arguments') : [])
    .map((item) => item.value)
    .filter(isElement)
    .map((argument) => ({
      name: context.text(argument, 'Argument.name'),
      value: context.text(argument, 'Argument.value'),
      separator: context.text(argument, 'Argument.metadata'),
      isEncoded: booleanProperty(argument, 'HTTPArgument.always_encode'),
      type: context.text(argument, 'HTTPArgument.content_type', 'text/plain'),
    }));
}

export interface EvaluatedArgument {
  name: string;
  value: string;
  separator: string;
  isEncoded: boolean;
  type: string;
}

export const evaluateArguments = (args: readonly HttpArgument[], user: User): EvaluatedArgument[] =>
  args.map(({ name, value, separator, isEncoded, type }) => ({
    name: name.evaluate(user),
    value: value.evaluate(user),
    separator: separator.evaluate(user),
    isEncoded,
    type: type.evaluate(user),
  }));

/** Whether a parameter is omitted: its name is blank or an unset variable. */
export const isSkipped = (name: string) =>
  name.trim() === '' || (name.trim().startsWith('${') && name.endsWith('}'));

/** Skips parameters with an empty name, so that plans can have optional parameters. */
export function queryString(args: readonly EvaluatedArgument[], charset: string): string {
  let text = '';
  for (const { name, value, separator, isEncoded } of args) {
    const encodedName = isEncoded ? urlEncode(name, 'UTF-8') : name;
    if (encodedName === '') {
      continue;
    }
    text += `${text === '' ? '' : '&'}${encodedName}${separator}${isEncoded ? urlEncode(value, charset) : value}`;
  }
  return text;
}

/** Form body. HttpClient always encodes, so encoded values are decoded first. */
export function formBody(args: readonly EvaluatedArgument[], charset: string): string {
  return args
    .filter(({ name }) => !isSkipped(name))
    .map(({ name, value, isEncoded }) =>
      isEncoded ? [name, value] : [urlDecode(name, charset), urlDecode(value, charset)],
    )
    .map(([name = '', value = '']) => `${urlEncode(name, charset)}=${urlEncode(value, charset)}`)
    .join('&');
}

/** All values, concatenated. */
export function rawBody(args: readonly EvaluatedArgument[], charset: string): string {
  return args.map(({ value, isEncoded }) => (isEncoded ? urlEncode(value, charset) : value)).join('');
}

export const bodyBytes = (text: string, charset: string) => encodeText(text, charset);
