import Type from 'typebox';
import { newRunSchema } from './new-run.ts';

const { tool, threads, rampup, duration, override_parameters, override_hosts } = newRunSchema.properties;

/** Those fields of a run that say something about its plan. */
export const inspectionFieldsSchema = Type.Object({
  tool: Type.Optional(tool),
  threads,
  rampup,
  duration,
  override_parameters,
  override_hosts,
});
