import type { PlanElement, PropertyValue } from '../plan-tree.ts';

/**
 * What our own engine is proven to do with a property: whatever it holds; nothing, because JMeter does nothing with it
 * either; only some values; or only what a rule allows, in words that complete "is run only …".
 */
export type PropertyRule = 'any' | 'ignored' | readonly string[] | PropertyCondition;

/** Booleans that are written out; JMeter also takes variables there. */
export const boolean = ['true', 'false'] as const;

export interface PropertyCondition {
  only: string;
  isMet(value: PropertyValue, element: PlanElement): boolean;
  /** What is not proven about a value, naming the offending part; completes "Its property … has …". */
  problem?(value: PropertyValue, element: PlanElement): string | undefined;
}

/** One element of JMeter plans that our own engine has been compared with Apache JMeter in. */
export interface ProvenElement {
  /** As JMeter's menus call it. */
  title: string;
  /** Those that are not here are not proven, and a plan that has one is not ours. */
  properties: Readonly<Record<string, PropertyRule>>;
  /** Those without which JMeter fails in ways of its own. */
  needs?: readonly string[];
  /** Of classes that are many elements: the GUI classes by which they are told apart. */
  guiClasses?: readonly string[];
  /** GUI classes with which the element has no effect on anything proven, so that its properties do not matter. */
  idleGuiClasses?: readonly string[];
  /** What a reader of the reference page should know. */
  note?: string;
  /** Whether users of this element depend on each other, so that those of one plan must be together in one worker. */
  isShared?(element: PlanElement): boolean;
}

/** One function that plans can call. */
export interface ProvenFunction {
  title: string;
  /** The least and the most arguments; JMeter refuses others in ways of its own. */
  args: readonly [number, number];
  /** Which calls are proven, when not all are; arguments are as written. */
  condition?: {
    only: string;
    isMet(args: readonly string[]): boolean;
    /** What is not proven about a call, naming the offending part. */
    problem?(args: readonly string[]): string | undefined;
  };
  /** Whether calls of it by different users depend on each other, so that all users of the plan must be in one worker. */
  isShared?(args: readonly string[]): boolean;
}
