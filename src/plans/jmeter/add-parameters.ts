import type { OverrideParameters } from '../override-parameters.ts';

/** Adds a run's environment file and override_parameters to a plan's properties. */
export function addParameters(
  properties: ReadonlyMap<string, string>,
  environment: ReadonlyMap<string, string>,
  overrides: OverrideParameters,
): Map<string, string> {
  const all = new Map(properties);
  for (const [name, value] of [...environment, ...overrides.environment]) {
    all.set(name, value);
    // The hosted service documented ${__P("NAME")}, and JMeter treats the quotes as part of the name.
    all.set(`"${name}"`, value);
  }
  for (const [name, value] of overrides.systemProperties) {
    all.set(name, value);
  }
  for (const [name, value] of overrides.properties) {
    // As on JMeter's command line, an empty value does not remove a property.
    if (value === '') {
      all.delete(name);
    } else {
      all.set(name, value);
    }
  }
  return all;
}
