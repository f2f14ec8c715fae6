import type { Jmx, JmxElement } from './jmx.ts';
import { BrokenCall, parseText, type TextPart } from './parse-text.ts';
import { isFunctionName } from './proven/functions.ts';

/** What the text of a file's name comes to; undefined where only the run can tell. */
export type NameResolver = (path: string) => string | undefined;

const deepest = 5;

/**
 * Resolves names that are made of the plan's own variables and of properties. What names the file itself, and not only its
 * folder, must be nothing that another part of the plan seems to set.
 */
export function constantNames(
  parts: readonly Jmx[],
  properties: ReadonlyMap<string, string> = new Map(),
): NameResolver {
  const variables = constantVariables(parts);
  const text = parts.map(({ allText }) => allText).join('\n');

  const resolve = (raw: string, depth: number): string | undefined => {
    if (!raw.includes('${')) {
      return raw;
    }
    const values = depth > 0 ? parseText(raw, isFunctionName).map((part) => valueOfPart(part, depth)) : [];
    return values.length === 0 || values.includes(undefined) ? undefined : values.join('');
  };

  const valueOfPart = (part: TextPart, depth: number): string | undefined => {
    if (typeof part === 'string') {
      return part;
    }
    if ('variable' in part) {
      const known = variables.get(part.variable);
      return known === undefined ? undefined : resolve(known, depth - 1);
    }
    const property = propertyOf(part);
    return (
      property &&
      (properties.get(property.name) ??
        (property.fallback === undefined ? undefined : resolve(property.fallback, depth - 1)))
    );
  };

  /** Whether it is mentioned otherwise than where it is read or, as a variable, defined. */
  const isSetElsewhere = (part: TextPart): boolean => {
    if (typeof part === 'string') {
      return false;
    }
    const name = 'variable' in part ? part.variable : (propertyOf(part)?.name ?? '');
    const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const rest = text.replaceAll(
      new RegExp(`\\$\\{${word}\\}|__(?:P|property)\\(\\s*${word}(?=\\s*[,)])`, 'g'),
      '',
    );
    const mentions = rest.match(new RegExp(`(?<![\\w.])${word}(?!\\w)`, 'g'))?.length ?? 0;
    return mentions > ('variable' in part ? 1 : 0);
  };

  return (path) => {
    try {
      const isSure = !fileParts(parseText(path, isFunctionName)).some(isSetElsewhere);
      return isSure ? resolve(path, deepest) : undefined;
    } catch (error) {
      if (error instanceof BrokenCall) {
        return undefined;
      }
      throw error;
    }
  };
}

function propertyOf(part: TextPart): { name: string; fallback: string | undefined } | undefined {
  if (typeof part === 'string' || !('function' in part) || !/^__(?:P|property)$/.test(part.function)) {
    return undefined;
  }
  const [name = '', second, third] = part.args;
  return { name: name.trim(), fallback: part.function === '__P' ? second : third };
}

/** What comes after the last folder. */
function fileParts(parts: readonly TextPart[]): readonly TextPart[] {
  return parts.slice(parts.findLastIndex((part) => typeof part === 'string' && /[/\\]/.test(part)) + 1);
}

/** Those with one value only. */
function constantVariables(parts: readonly Jmx[]): Map<string, string> {
  const variables = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { name, value } of parts.flatMap(({ elements }) => elements.flatMap(variablesOf))) {
    if (variables.has(name)) {
      ambiguous.add(name);
    }
    variables.set(name, value);
  }
  for (const name of ambiguous) {
    variables.delete(name);
  }
  return variables;
}

/** In the order in which JMeter writes them: the name, then the value if there is one. */
export function variablesOf({ tag, isEnabled, properties }: JmxElement): { name: string; value: string }[] {
  if (!isEnabled || (tag !== 'TestPlan' && tag !== 'Arguments')) return [];
  const variables: { name: string; value: string }[] = [];
  for (const { name, value } of properties) {
    if (name === 'Argument.name') variables.push({ name: value, value: '' });
    const last = variables.at(-1);
    if (name === 'Argument.value' && last) last.value = value;
  }
  return variables;
}
