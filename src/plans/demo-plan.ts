import { packageFile } from '../lib/package-files.ts';

/** The plan of the demo run: visits to the sample shop of lib/demo-target.ts. */
export const demoPlan = {
  name: 'Demo',
  threads: 10,
  rampupS: 4,
  files: ['demo.jmx', 'shoppers.csv'].map((name) => packageFile(`examples/plans/${name}`)),
} as const;

/** Parameter overrides for a shop on this port of the loopback address. */
export function demoParameters(port: number): string {
  return `-Jtarget_host=127.0.0.1, -Jtarget_port=${port}`;
}
