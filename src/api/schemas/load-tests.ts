import Type from 'typebox';
import { runListQuerySchema } from './queries.ts';

const { page, project } = runListQuerySchema.properties;

export const testListQuerySchema = Type.Object({
  page,
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Text in the name' })),
  project,
});

const id = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** Changes of a test; absent fields stay unchanged. */
export const testChangesSchema = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200, description: 'Unique in the project' })),
  run: id('Run of the test whose files, settings, thresholds and grids the test has from now on'),
  baseline: id('Run of the test that later runs are compared with; an empty string removes it'),
});

const version = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });

export const planDifferenceQuerySchema = Type.Object({
  from: version('Version of the plan'),
  to: version('Version to compare it with'),
});
