import Type from 'typebox';
import { newRunSchema } from './new-run.ts';

const { tool, threads, rampup, duration, override_parameters, override_hosts } = newRunSchema.properties;

/** Fields of a run that affect its plan. */
export const inspectionFieldsSchema = Type.Object({
  tool: Type.Optional(tool),
  threads,
  rampup,
  duration,
  override_parameters,
  override_hosts,
});
