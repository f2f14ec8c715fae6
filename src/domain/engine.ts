/** Engines for JMeter plans: Spate's own, or Apache JMeter. */
export type PlanEngine = 'spate' | 'apache';

/** `auto` selects Spate's engine for plans whose elements are all proven equivalent. */
export const engineChoices = ['auto', 'spate', 'apache'] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** Why Spate's engine cannot run a plan. */
export interface EngineObstacle {
  /** The class of the element, or the name of the function, file or option. */
  element: string;
  /** Path in the plan: `Test Plan > Users > GET /`. */
  place: string;
  /** A sentence. */
  reason: string;
}

/** The selected engine, and the obstacles to Spate's. */
export interface EngineDecision {
  engine: PlanEngine;
  reasons: EngineObstacle[];
}

/** Selects Spate's engine if there are no obstacles. Undefined when it was requested and has obstacles. */
export function decideEngine(
  choice: EngineChoice,
  obstacles: readonly EngineObstacle[],
): EngineDecision | undefined {
  if (choice === 'apache') return { engine: 'apache', reasons: [] };
  if (obstacles.length === 0) return { engine: 'spate', reasons: [] };
  return choice === 'auto' ? { engine: 'apache', reasons: [...obstacles] } : undefined;
}
