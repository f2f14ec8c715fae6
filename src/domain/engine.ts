/** Engines for JMeter plans: Spate's own, or Apache JMeter. */
export type PlanEngine = 'spate' | 'apache';

/** `auto` selects Spate's engine for plans whose elements are all proven equivalent. */
export const engineChoices = ['auto', 'spate', 'apache'] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** Why Spate's engine cannot run a plan, or what it needs for that. */
export interface EngineObstacle {
  /** The class of the element, or the name of the function, file or option. */
  element: string;
  /** Path in the plan: `Test Plan > Users > GET /`. */
  place: string;
  /** A sentence. */
  reason: string;
  /** Spate's engine runs it on nodes with Java. */
  needs?: 'java';
}

/** The selected engine, with the obstacles to Spate's or the elements for which it needs Java. */
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
  const blocking = blockingObstacles(obstacles);
  if (blocking.length === 0) return { engine: 'spate', reasons: [...obstacles] };
  return choice === 'auto' ? { engine: 'apache', reasons: blocking } : undefined;
}

/** The obstacles on nodes with Java. */
export const blockingObstacles = (obstacles: readonly EngineObstacle[]): EngineObstacle[] =>
  obstacles.filter(({ needs }) => needs === undefined);
