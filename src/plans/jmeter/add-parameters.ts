import type { OverrideParameters } from '../override-parameters.ts';

/** What a run's environment file and override_parameters make of a plan's properties. */
export function addParameters(
  properties: ReadonlyMap<string, string>,
  environment: ReadonlyMap<string, string>,
  overrides: OverrideParameters,
): Map<string, string> {
  const all = new Map(properties);
  for (const [name, value] of [...environment, ...overrides.environment]) {
    all.set(name, value);
    // The original's help writes ${__P("NAME")}, and JMeter takes the quotes for a part of the name.
    all.set(`"${name}"`, value);
  }
  for (const [name, value] of overrides.systemProperties) {
    all.set(name, value);
  }
  for (const [name, value] of overrides.properties) {
    // As on JMeter's command line, nothing takes a property away.
    if (value === '') {
      all.delete(name);
    } else {
      all.set(name, value);
    }
  }
  return all;
}
