import Type from 'typebox';

export const newAnnotationSchema = Type.Object({
  text: Type.String({ maxLength: 1000 }),
  kind: Type.Optional(Type.Enum(['note', 'deploy'], { default: 'note' })),
  at: Type.Optional(
    Type.String({
      pattern: '^\\s*\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})\\s*$',
      'x-expects': 'a time such as 2027-01-31T12:00:00Z',
      description: 'Default: now',
    }),
  ),
});

export const newProjectAnnotationSchema = Type.Object({
  ...newAnnotationSchema.properties,
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name. Default: Default' })),
});

export const annotationListQuerySchema = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name of a project' })),
});
