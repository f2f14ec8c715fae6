import Type from 'typebox';
import { newRunSchema } from './new-run.ts';
import { secretsSchema } from './secrets.ts';

const {
  tool: _tool,
  project: _project,
  privacy_flag: _flag,
  webhook: _webhook,
  max_cost: _maxCost,
  test: _test,
  secrets: _secrets,
  ...fields
} = newRunSchema.properties;

/** `run[...]` of a run of a test, without its grids; absent fields are those of the test. */
export const runChangesSchema = Type.Object({
  ...fields,
  parameters: Type.Optional(
    Type.Array(Type.String({ maxLength: 10_000 }), {
      maxItems: 200,
      description:
        'Values of single parameters of the plan, as `name=value`, `-Dname=value` or `-Ename=value`; the other override_parameters stay',
      'x-whole-items': true,
      'x-expects': 'a list of at most 200 parameters such as host=test.example',
    }),
  ),
  secrets: Type.Optional(
    secretsSchema(
      'Secret values of single parameters; an empty value removes one, the other secrets of the test stay',
    ),
  ),
  test: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Name of another test in the project that the run belongs to; created if it does not exist. Default: this test',
    }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description:
        'Nodes in all, on grids like those of the test; instead of a shared grid of another size, on dedicated nodes',
    }),
  ),
  save: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the test has these settings from now on' }),
  ),
});
