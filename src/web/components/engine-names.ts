import type { RunResource } from '../../contract/resources/run.ts';

/** Choices of an engine for a JMeter plan. */
export const engineNames: Readonly<Record<RunResource['engine_requested'], string>> = {
  auto: 'Automatic',
  spate: 'Spate’s own',
  apache: 'Apache JMeter',
};
