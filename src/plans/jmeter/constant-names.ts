import { nodePropertyNames } from '../node-property-names.ts';
import type { Jmx, JmxElement } from './jmx.ts';
import { BrokenCall, parseText, type TextPart } from './parse-text.ts';
import { isFunctionName } from './proven/functions.ts';

export interface ConstantName {
  path: string;
  /** Where in the path the first value stands that a node decides. */
  nodeAt?: number | undefined;
}

/** What the text of a file's name comes to; undefined where only the run can tell. */
export type NameResolver = (path: string) => ConstantName | undefined;

const deepest = 5;
/** Longer than any path that Linux opens. */
const longest = 4096;
const nodeNames: ReadonlySet<string> = new Set(nodePropertyNames);

/** Resolves names that are made of the plan's own variables and of properties, if no other part of the plan seems to set those. */
export function constantNames(
  parts: readonly Jmx[],
  properties: ReadonlyMap<string, string> = new Map(),
): NameResolver {
  const variables = constantVariables(parts);
  const text = parts.map(({ allText }) => allText).join('\n');

  const resolve = (raw: string, depth: number): ConstantName | undefined => {
    if (!raw.includes('${')) {
      return { path: raw };
    }
    if (depth === 0) {
      return undefined;
    }
    const name: ConstantName = { path: '' };
    for (const part of parseText(raw, isFunctionName)) {
      const value = valueOfPart(part, depth);
      if (value === undefined || name.path.length + value.path.length > longest) {
        return undefined;
      }
      if (value.nodeAt !== undefined) {
        name.nodeAt ??= name.path.length + value.nodeAt;
      }
      name.path += value.path;
    }
    return name;
  };

  const valueOfPart = (part: TextPart, depth: number): ConstantName | undefined => {
    if (typeof part === 'string') {
      return { path: part };
    }
    if (isSetElsewhere(part)) {
      return undefined;
    }
    if ('variable' in part) {
      const known = variables.get(part.variable);
      return known === undefined ? undefined : resolve(known, depth - 1);
    }
    const property = propertyOf(part);
    return property && valueOfProperty(property, depth);
  };

  const valueOfProperty = ({ name, fallback }: Property, depth: number): ConstantName | undefined => {
    const given = properties.get(name);
    const other = given === undefined && fallback !== undefined ? resolve(fallback, depth - 1) : undefined;
    const value = given === undefined ? other : { path: given };
    return value && nodeNames.has(name) ? { ...value, nodeAt: 0 } : value;
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
      return resolve(path, deepest);
    } catch (error) {
      if (error instanceof BrokenCall) {
        return undefined;
      }
      throw error;
    }
  };
}

interface Property {
  name: string;
  fallback: string | undefined;
}

function propertyOf(part: TextPart): Property | undefined {
  if (typeof part === 'string' || !('function' in part) || !/^__(?:P|property)$/.test(part.function)) {
    return undefined;
  }
  const [name = '', second, third] = part.args;
  return { name: name.trim(), fallback: part.function === '__P' ? second : third };
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
