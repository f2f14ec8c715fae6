/** Time formats shared with the report and the CLI. */
export { ago, clock, into, local, span, utc } from '../../lib/moments.ts';
