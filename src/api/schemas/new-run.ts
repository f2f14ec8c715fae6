import Type from 'typebox';
import { mapValues } from '../../contract/records.ts';
import { numberLabels, numberSettings, textLabels, textSettings } from '../../contract/run-settings.ts';
import { engineChoices } from '../../domain/engine.ts';
import { toolNames } from '../../domain/tool.ts';
import { secretsSchema } from './secrets.ts';
import { abortIfSchema, failIfSchema } from './thresholds.ts';

const maxInteger = 2 ** 31 - 1;
const seconds = {
  minimum: 0,
  maximum: maxInteger,
  description: 'Seconds; fractions are rounded up',
  'x-round-up': true,
};

const settings = {
  ...mapValues(numberSettings, ({ kind }, name) => {
    const count = { minimum: 1, maximum: maxInteger, description: numberLabels[name].title };
    return Type.Optional(Type.Integer(kind === 'seconds' ? seconds : count));
  }),
  ...mapValues(textSettings, ({ maxLength }, name) => {
    const { choices, title } = textLabels[name];
    return Type.Optional(
      choices
        ? Type.Unsafe<string>(Type.Enum(Object.keys(choices).filter(Boolean), { description: title }))
        : Type.String({ maxLength }),
    );
  }),
};

/** An amount in the API and in forms. */
export const moneyFieldSchema = Type.String({
  pattern: '^\\s*\\d{1,9}(\\.\\d{1,4})?\\s*$',
  'x-expects': 'US dollars such as 12.50, with at most four decimals',
});

/** Settings in the order of the form. */
export const settingsSchema = Type.Object({
  ...mapValues(numberLabels, (_, name) => settings[name]),
  ...mapValues(textLabels, (_, name) => settings[name]),
});

const details = {
  name: Type.Optional(Type.String({ maxLength: 500 })),
  notes: Type.Optional(Type.String({ maxLength: 20_000 })),
  tag_list: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Comma-separated',
      'x-expects': 'tags separated by commas, at most 100 of at most 100 characters each',
    }),
  ),
};

/** Fields that can be changed later; an empty string removes the value. */
export const runDetailsSchema = Type.Object(details);

/** Changes to the load of a running run; absent: unchanged. */
export const runControlSchema = Type.Object({
  users: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxInteger,
      description: 'Virtual users per node, for plans with one Thread Group or Concurrency Thread Group',
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({ description: 'true: no sample starts until it is false again; the duration continues' }),
  ),
});

/** `run[...]` without its grids. */
export const newRunSchema = Type.Object({
  tool: Type.String({
    pattern: `^\\s*(${toolNames.join('|')})(-[A-Za-z0-9._+-]{1,60})?\\s*$`,
    'x-expects': `one of ${toolNames.join(', ')}, optionally with a version such as jmeter-5.6`,
  }),
  engine: Type.Optional(
    Type.Enum([...engineChoices], {
      default: 'auto',
      description:
        "Engine of a JMeter plan. auto: Spate's own engine if it supports the whole plan, otherwise Apache JMeter",
    }),
  ),
  ...details,
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name; created if it does not exist' })),
  test: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Name of the test in the project; created if it does not exist. Default: the test with the same plan file and run name',
    }),
  ),
  privacy_flag: Type.Optional(Type.Enum(['public', 'private'], { default: 'private' })),
  privacy: Type.Optional(Type.Enum(['public', 'private'], { description: 'Alias of privacy_flag' })),
  ...settings,
  max_cost: Type.Optional({
    ...moneyFieldSchema,
    description: 'US dollars. The run is rejected if its estimated cost is higher or unknown',
  }),
  fail_if: Type.Optional(failIfSchema),
  abort_if: Type.Optional(abortIfSchema),
  secrets: Type.Optional(
    secretsSchema(
      'Parameters with secret values, as `name=value`, `-Dname=value` or `-Ename=value`: stored encrypted, never returned, and masked in logs, results and archives',
    ),
  ),
  webhook: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Enables POST /runs/:id/webhook, which repeats this run without a token',
    }),
  ),
});

/** Fields of a run that affect its cost, besides its grids. */
export const estimateFieldsSchema = Type.Object({ duration: settings.duration });

/** Besides `run[...]`: the grid if no grids are given. */
export const whereSchema = Type.Object({
  grid: Type.Optional(Type.String({ maxLength: 100, description: 'Id of an existing grid' })),
  region: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Use the newest running grid of this region, or the shared grid if there is none',
    }),
  ),
});

export const webhookQuerySchema = Type.Object({
  ...whereSchema.properties,
  secret: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Secret returned by PATCH; alternatively the header X-Webhook-Secret',
    }),
  ),
});

export const webhookSwitchSchema = Type.Object({
  webhook: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'true creates a new secret and invalidates the previous one',
    }),
  ),
});
