import Type from 'typebox';
import { sizeLimits } from '../../contract/test-size.ts';
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
  users_per_node: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'Virtual users that one node was measured to carry; requires limit and sized_by',
    }),
  ),
  limit: Type.Optional(
    Type.Enum([...sizeLimits], { description: 'What limits the virtual users of a node' }),
  ),
  sized_by: id('Run that measured it'),
});

const version = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });

export const planDifferenceQuerySchema = Type.Object({
  from: version('Version of the plan'),
  to: version('Version to compare it with'),
});
