import Type from 'typebox';
import { sampleKinds } from '../../domain/sample-kind.ts';

/** Wherever response times are. */
export const timesSchema = Type.Optional(
  Type.Enum([...sampleKinds], {
    default: 'passed',
    description: 'Which samples the response times are of',
    'x-expects': `one of ${sampleKinds.join(', ')}`,
  }),
);

/** Of whole documents, where nothing else is chosen. */
export const timesQuerySchema = Type.Object({ times: timesSchema });
