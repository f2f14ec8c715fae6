import Type from 'typebox';
import { newRunSchema, settingsSchema } from './new-run.ts';

/** Fields of a run that affect its plan. */
export const inspectionFieldsSchema = Type.Object({
  tool: Type.Optional(newRunSchema.properties.tool),
  ...settingsSchema.properties,
});
