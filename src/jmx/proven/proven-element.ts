import type { PlanElement, PropertyValue } from '../plan-tree.ts';

/**
 * Values of a property that Spate's engine is proven to support. `any`: all. `ignored`: all, because the property has
 * no effect in JMeter either. A list: only these. A condition: only those that meet it; `only` completes "is run only
 * …".
 */
export type PropertyRule = 'any' | 'ignored' | readonly string[] | PropertyCondition;

/** Literal booleans. JMeter also accepts variables there. */
export const boolean = ['true', 'false'] as const;

export interface PropertyCondition {
  only: string;
  isMet(value: PropertyValue, element: PlanElement): boolean;
  /** What is not proven about a value, naming the offending part; completes "Its property … has …". */
  problem?(value: PropertyValue, element: PlanElement): string | undefined;
}

/** A kind of element in JMeter plans for which Spate's engine was compared with Apache JMeter. */
export interface ProvenElement {
  /** Name in JMeter's menus. */
  title: string;
  /** A property that is not listed is not proven: Spate's engine does not run a plan with it. */
  properties: Readonly<Record<string, PropertyRule>>;
  /** Required properties. JMeter fails without them in ways that are not reproduced. */
  needs?: readonly string[];
  /** The proven elements of a class that has several, distinguished by their GUI classes. */
  guiClasses?: readonly string[];
  /** GUI classes with which the element has no effect on proven elements, so that its properties do not matter. */
  idleGuiClasses?: readonly string[];
  /** Remark on the reference page. */
  note?: string;
  /**
   * Whether the element makes virtual users depend on each other, so that one worker must run all users of the plan.
   */
  isShared?(element: PlanElement): boolean;
}

/** A JMeter function for which Spate's engine was compared with Apache JMeter. */
export interface ProvenFunction {
  title: string;
  /** Minimum and maximum number of arguments. JMeter rejects other numbers in ways that are not reproduced. */
  args: readonly [number, number];
  /** The proven calls; absent: all. Arguments are as written in the plan. */
  condition?: {
    only: string;
    isMet(args: readonly string[]): boolean;
    /** What is not proven about a call, naming the offending part. */
    problem?(args: readonly string[]): string | undefined;
  };
  /** Whether a call makes virtual users depend on each other, so that one worker must run all users of the plan. */
  isShared?(args: readonly string[]): boolean;
}
