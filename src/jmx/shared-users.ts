import { parseText } from '../languages/references/parse-text.ts';
import { type PlanElement, textsIn } from './plan-tree.ts';
import { isFunctionName, provenFunctions } from './proven/functions.ts';
import { provenElements } from './proven/proven.ts';

/**
 * The element or function that makes virtual users depend on each other, so that one worker must run all of them.
 * Undefined if users can be distributed over several workers.
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

/** Functions with the same result in every worker. */
const steadyFunctions = new Set(['__P', '__property', '__env']);

/** Each worker evaluates the name and settings of a group; only its main controller is evaluated by each user. */
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
