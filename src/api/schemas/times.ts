import Type from 'typebox';
import { sampleKinds } from '../../domain/sample-kind.ts';

/** Parameter of all operations with response times. */
export const timesSchema = Type.Optional(
  Type.Enum([...sampleKinds], {
    default: 'passed',
    description: 'Samples that the response times cover',
    'x-expects': `one of ${sampleKinds.join(', ')}`,
  }),
);

/** For operations without other parameters. */
export const timesQuerySchema = Type.Object({ times: timesSchema });
