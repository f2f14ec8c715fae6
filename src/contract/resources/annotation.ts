import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

export const annotationSchema = closed({
  _links: closed({ self: linkSchema }),
  uuid: Type.String(),
  project: Type.String(),
  run: nullable(
    Type.String({ description: 'Null: shown on every run of the project that was active at that time' }),
  ),
  at: timestampSchema,
  kind: Type.Enum(['note', 'deploy']),
  text: Type.String(),
  author: nullable(Type.String()),
});

export const annotationListSchema = closed({
  _links: closed({ self: linkSchema }),
  _embedded: closed({ annotations: Type.Array(annotationSchema) }),
});

export type AnnotationResource = Static<typeof annotationSchema>;
export type AnnotationListResource = Static<typeof annotationListSchema>;
