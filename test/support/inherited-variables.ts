import { isFullSuite } from './suite.ts';

const names = ['NODE_COMPILE_CACHE', 'SPATE_JAVA_OPTIONS', 'TMPDIR'] as const;
type Inherited = Partial<Record<(typeof names)[number], string>>;

/**
 * Variables of the runner for child processes without our other variables: two that save processor time (compiling the
 * sources takes half of that of a short command), and the folder of the run.
 */
export function inheritedVariables(): Inherited {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Options of JVMs in `npm test`: they run for seconds, in which the optimizing compiler costs more than it saves (a
 * JMeter with a small plan: 2 s of processor time instead of 3.5). `npm run test:full` runs them as users do.
 */
export function javaOptions(): string {
  return isFullSuite() ? '' : '-XX:TieredStopAtLevel=1';
}
