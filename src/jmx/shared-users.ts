import { parseText } from '../languages/references/parse-text.ts';
import { type PlanElement, textsIn } from './plan-tree.ts';
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
  const changing = isGroup(element) ? changingIn(element) : undefined;
  if (changing !== undefined) {
    return changing;
  }
  for (const child of element.children) {
    const shared = findShared(child);
    if (shared !== undefined) {
      return shared;
    }
  }
  return undefined;
}

const isGroup = ({ kind }: PlanElement) => /ThreadGroup$/.test(kind);

/** They give every worker the same. */
const steadyFunctions = new Set(['__P', '__property', '__env']);

/** Each worker reads for itself what a group is called and how many users it has when; its loop is read by each user. */
function changingIn(group: PlanElement): string | undefined {
  const values = [...group.properties]
    .filter(([property]) => property !== 'ThreadGroup.main_controller')
    .flatMap(([, value]) => [...textsIn(value)]);
  return [group.name, ...values]
    .flatMap((text) => [...functionsIn(text)])
    .find((name) => !steadyFunctions.has(name));
}

function* functionsIn(text: string): Generator<string> {
  if (!text.includes('${')) {
    return;
  }
  for (const part of parseText(text, isFunctionName)) {
    if (typeof part === 'object' && 'function' in part) {
      yield part.function;
      for (const argument of part.args) {
        yield* functionsIn(argument);
      }
    }
  }
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
