import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, http, planWith } from '../testing/plan.ts';

const shown = [
  '${__regexFunction(token=(\\w+);,$1$)}',
  '${__regexFunction(token=(\\w)(\\w+),a$2$-$1$b,2)}',
  '${__regexFunction(token=(\\w+),$1$,ALL,|)}',
  '${__regexFunction(token=(\\w+),[$1$],ALL)}',
  '${__regexFunction(A (p)age,$1$,RAND)}',
  '${__regexFunction(token=(\\w+),$1$,3,,dflt)}',
  '${__regexFunction(none=(\\w+),$1$,,,dflt,n)} ${n} ${n_matchNr}',
  '${__regexFunction(token=(\\w+),$1$,2,,dflt,t)} ${t} ${t_g0} ${t_g1} ${t_matchNr}',
  '${__regexFunction((o)n,$1$$0$,,,none,v,text)} ${v_g1}',
  '${__regexFunction(x(y)?,$0$,,,none,w,text)} ${w_g1}',
  '${__regexFunction(x,y,,,none,,unset)}',
  '${__regexFunction(t\\.(\\d+)\\, (.),$2$$1$,,,none,,text)}',
];

export const cases: DifferentialCase[] = [
  {
    name: '__regexFunction',
    plan: ({ port }) =>
      planWith(
        {},
        { text: 'one x t.12, z' },
        group(
          {},
          ...shown.flatMap((text) => [http('page', { port, path: '/html' }), debug(text)]),
          debug('after an empty answer ${__regexFunction((x),$1$,,,dflt)}'),
        ),
      ),
  },
];
