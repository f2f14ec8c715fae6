/** What can run a JMeter plan: our own engine, or Apache JMeter. */
export type PlanEngine = 'spate' | 'apache';

/** What can be asked for: `auto` takes ours where it is proven to do the same. */
export const engineChoices = ['auto', 'spate', 'apache'] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** Why a plan is not one for our own engine. */
export interface EngineObstacle {
  /** The class of the element, or the name of the function, file or option. */
  element: string;
  /** Where it is: `Test Plan > Users > GET /`. */
  place: string;
  /** A sentence. */
  reason: string;
}

/** What becomes of a wish: which engine runs, and what spoke against ours. */
export interface EngineDecision {
  engine: PlanEngine;
  reasons: EngineObstacle[];
}

/** Ours where nothing speaks against it. Undefined when ours was asked for and cannot be had. */
export function decideEngine(
  choice: EngineChoice,
  obstacles: readonly EngineObstacle[],
): EngineDecision | undefined {
  if (choice === 'apache') return { engine: 'apache', reasons: [] };
  if (obstacles.length === 0) return { engine: 'spate', reasons: [] };
  return choice === 'auto' ? { engine: 'apache', reasons: [...obstacles] } : undefined;
}
