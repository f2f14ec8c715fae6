import Type, { type Static } from 'typebox';
import { closed, nullable } from './common.ts';

/** Whether the demo run can be started on this service. */
export const demoSchema = closed({
  available: Type.Boolean(),
  reason: nullable(Type.String({ description: 'Why it is not available' })),
});

export type DemoResource = Static<typeof demoSchema>;
