import type { ExecutionSpec } from '../../domain/execution.ts';
import { parametersOf } from '../../plans/override-parameters.ts';
import { nodeProperties } from '../jvm/node-properties.ts';

/** System properties of JMeter's JVM and of that for scripts, with those of the run. */
export function systemPropertiesOf(spec: ExecutionSpec): [name: string, value: string][] {
  return [
    ['user.language', 'en'],
    ['user.region', 'EN'],
    ['file.encoding', 'UTF-8'],
    ['java.security.egd', 'file:/dev/urandom'],
    ...nodeProperties(spec),
    ...parametersOf(spec).systemProperties,
    ['java.awt.headless', 'true'],
    // JMX for log settings is not used, and costs 10 % of the start time.
    ['log4j2.disableJmx', 'true'],
  ];
}
