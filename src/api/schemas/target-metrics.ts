import Type from 'typebox';

export const newMetricSourceSchema = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name. Default: Default' })),
  address: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'URL of Prometheus, before /api/v1; may contain a user name and password. Default: the present one',
    }),
  ),
  queries: Type.Array(Type.String({ maxLength: 5000 }), {
    description: '`name=expression` each, with an expression in PromQL',
    'x-whole-items': true,
    'x-expects': 'a list of queries such as CPU=avg(rate(cpu[30s]))',
  }),
});
