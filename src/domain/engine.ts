/** What can run a JMeter plan: our own engine, or Apache JMeter. */
export type PlanEngine = 'spate' | 'apache';

/** What can be asked for: `auto` takes ours where it is proven to do the same. */
export const engineChoices = ['auto', 'spate', 'apache'] as const;
export type EngineChoice = (typeof engineChoices)[number];
