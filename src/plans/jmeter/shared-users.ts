import { textsIn } from './judge-elements.ts';
import { parseText } from './parse-text.ts';
import type { PlanElement } from './plan-tree.ts';
import { isFunctionName, provenFunctions } from './proven/functions.ts';
import { provenElements } from './proven/proven.ts';

/**
 * What makes the users of a plan depend on each other in a way that only one worker can keep; undefined when nothing
 * does, so that they may be dealt to several.
 */
export function findShared(element: PlanElement): string | undefined {
  if (!element.isEnabled) {
    return undefined;
  }
  const proven = Object.hasOwn(provenElements, element.kind) ? provenElements[element.kind] : undefined;
  if (!proven || proven.isShared?.(element)) {
    return proven?.title ?? element.kind;
  }
  for (const text of [
    element.name,
    ...[...element.properties.values()].flatMap((value) => [...textsIn(value)]),
  ]) {
    const shared = sharedIn(text);
    if (shared !== undefined) {
      return shared;
    }
  }
  for (const child of element.children) {
    const shared = findShared(child);
    if (shared !== undefined) {
      return shared;
    }
  }
  return undefined;
}

function sharedIn(text: string): string | undefined {
  if (!text.includes('${')) {
    return undefined;
  }
  for (const part of parseText(text, isFunctionName)) {
    if (typeof part === 'object' && 'function' in part) {
      const proven = Object.hasOwn(provenFunctions, part.function)
        ? provenFunctions[part.function]
        : undefined;
      if (!proven || proven.isShared?.(part.args)) {
        return part.function;
      }
      const inArguments = part.args.map(sharedIn).find((found) => found !== undefined);
      if (inArguments !== undefined) {
        return inArguments;
      }
    }
  }
  return undefined;
}
