import { type Argument, argumentsIn } from '../../jmx/arguments-in.ts';
import type { ContainedElement, PlanContents } from '../../jmx/plan-contents.ts';
import { isFunctionName } from '../../jmx/proven/functions.ts';
import { BrokenCall, parseText, type TextPart } from '../../languages/references/parse-text.ts';
import { nodePropertyNames } from '../node-property-names.ts';
import { countMentions } from './mentions.ts';

export interface ConstantName {
  path: string;
  /** Position in the path of the first value that depends on the node. */
  nodeAt?: number | undefined;
}

/** Resolves the name of a file; undefined if it is known only at run time. */
export type NameResolver = (path: string) => ConstantName | undefined;

const maxDepth = 5;
/** PATH_MAX of Linux. */
const maxPathLength = 4096;
const nodeNames: ReadonlySet<string> = new Set(nodePropertyNames);

/**
 * Resolves names composed of the plan's own variables and of properties, unless another part of the plan may set
 * these.
 */
export function constantNames(
  parts: readonly PlanContents[],
  properties: ReadonlyMap<string, string> = new Map(),
): NameResolver {
  const variables = constantVariables(parts);
  const text = parts.map(({ allText }) => allText).join('\n');
  let mentions: ReadonlyMap<string, number> | undefined;
  const known = new Map<string, ConstantName | undefined>();

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
      if (value === undefined || name.path.length + value.path.length > maxPathLength) {
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
      return valueOfVariable(part.variable, depth);
    }
    const property = propertyOf(part);
    return property && valueOfProperty(property, depth);
  };

  /** Cached: variables may refer to others many times. */
  const valueOfVariable = (name: string, depth: number): ConstantName | undefined => {
    const key = `${depth} ${name}`;
    const raw = variables.get(name);
    if (raw !== undefined && !known.has(key)) {
      known.set(key, resolve(raw, depth - 1));
    }
    return known.get(key);
  };

  const valueOfProperty = ({ name, fallback }: Property, depth: number): ConstantName | undefined => {
    const given = properties.get(name);
    const other = given === undefined && fallback !== undefined ? resolve(fallback, depth - 1) : undefined;
    const value = given === undefined ? other : { path: given };
    return value && nodeNames.has(name) ? { ...value, nodeAt: 0 } : value;
  };

  const isSetElsewhere = (part: Exclude<TextPart, string>): boolean => {
    mentions ??= countMentions(text, [...variables.keys(), ...propertiesReadIn(text)]);
    const name = 'variable' in part ? part.variable : (propertyOf(part)?.name ?? '');
    // The definition of a variable is one mention.
    return (mentions.get(name) ?? Infinity) > ('variable' in part ? 1 : 0);
  };

  return (path) => {
    try {
      return resolve(path, maxDepth);
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

function propertiesReadIn(text: string): string[] {
  return [...text.matchAll(/__(?:P|property)\(([^,)]*)/g)].map(([, name = '']) => name.trim());
}

/** Variables with a single definition. */
function constantVariables(parts: readonly PlanContents[]): Map<string, string> {
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

export function variablesOf({ kind, isEnabled, texts }: ContainedElement): Argument[] {
  return isEnabled && (kind === 'TestPlan' || kind === 'Arguments') ? argumentsIn(texts) : [];
}
