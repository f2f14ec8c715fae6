import { comparisonSchema } from '../../contract/resources/comparison.ts';
import { comparisonResource } from '../hal/comparison.ts';
import { invalid } from '../params/grid-spec.ts';
import { ok, type Route } from '../route.ts';
import { compareQuerySchema } from '../schemas/views.ts';

export const compareRoutes: Route[] = [
  {
    method: 'GET',
    path: '/compare',
    summary: 'Compare runs with a baseline (the first run); differences are tested against noise',
    changesState: false,
    query: compareQuerySchema,
    success: { status: 200, schema: comparisonSchema },
    handle: async (exchange) => {
      const { runs: ids = [], from, to, times } = exchange.query(compareQuerySchema);
      const distinct = [...new Set(ids)];
      if (distinct.length < 2) {
        const message = 'runs must contain at least two different runs, as runs[]=a&runs[]=b or runs=a,b.';
        throw invalid([{ code: 'invalid', message, field: 'runs' }]);
      }
      const { runs, views } = exchange.deps;
      const chosen = await Promise.all(distinct.map((id) => runs.get(exchange.actor, id)));
      const comparison = await views.compare(chosen, { from, to, times });
      const query = new URLSearchParams(exchange.rawQuery);
      query.delete('auth_token');
      return ok(comparisonResource(comparison, `${exchange.prefix}/compare?${query}`, times));
    },
  },
];
