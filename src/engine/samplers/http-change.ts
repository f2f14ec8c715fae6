import type { Sampler, Text, User } from '../core.ts';
import { urlDecode, urlEncode } from '../http/form-encoding.ts';
import type { HttpArgument } from '../http/http-arguments.ts';
import type { HttpProperties } from './http-properties.ts';

/** Kind of config that marks a sampler whose requests may be changed at run time. */
export const httpChangerKind = 'http-changer';

/** An HTTP sampler whose next request for a user can differ from the plan. */
export interface ChangeableSampler extends Sampler {
  change(user: User, make: (properties: HttpProperties) => HttpProperties): void;
}

/** The sampler the user is about to run; undefined when it is not an HTTP sampler. */
export function changeableSampler({ sampler }: User): ChangeableSampler | undefined {
  return sampler && 'change' in sampler ? (sampler as ChangeableSampler) : undefined;
}

export const fixedText = (value: string): Text => ({ raw: value, constant: value, evaluate: () => value });

/** A parameter as JMeter makes one of what stands in a page or an address. */
export function makeArgument(name: string, value: string, isEncoded: boolean, separator = '='): HttpArgument {
  return {
    name: fixedText(isEncoded ? urlDecode(name, 'UTF-8') : name),
    value: fixedText(isEncoded ? urlDecode(value, 'UTF-8') : value),
    separator: fixedText(separator),
    isEncoded: true,
    type: fixedText('text/plain'),
  };
}

/** Sets the path as JMeter does: for GET and DELETE the query becomes parameters. */
export function withPath(properties: HttpProperties, user: User, path: string): HttpProperties {
  const at = path.indexOf('?');
  const isWhole = path.startsWith('http://') || path.startsWith('https://');
  if (isWhole || at < 0 || !['GET', 'DELETE'].includes(properties.method.evaluate(user))) {
    return { ...properties, path: fixedText(path) };
  }
  const args = path
    .slice(at + 1)
    .split('&')
    .map(argumentOf)
    .filter((each) => each !== undefined);
  return {
    ...properties,
    path: fixedText(path.slice(0, at)),
    arguments: [...properties.arguments, ...args],
  };
}

/** Marks the argument for encoding only when encoding changes it. */
function argumentOf(part: string): HttpArgument | undefined {
  const at = part.indexOf('=');
  const name = at < 0 ? part : part.slice(0, at);
  if (name === '') {
    return undefined;
  }
  const made = makeArgument(name, at < 0 ? '' : part.slice(at + 1), true, at < 0 ? '' : '=');
  const isPlain = [made.name, made.value].every(({ raw }) => urlEncode(raw, 'UTF-8') === raw);
  return isPlain ? { ...made, isEncoded: false } : made;
}
