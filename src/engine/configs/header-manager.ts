import { isElement, listProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, Scope, Text, User } from '../core.ts';
import type { HeaderLine } from '../http/http-request.ts';

const headerManagerKind = 'header-manager';

interface HeaderTexts {
  name: Text;
  value: Text;
}

export const headerManager: ElementCompiler = (element, context) => ({
  config: {
    kind: headerManagerKind,
    value: listProperty(element, 'HeaderManager.headers')
      .map((item) => item.value)
      .filter(isElement)
      .map((header) => ({
        name: context.text(header, 'Header.name'),
        value: context.text(header, 'Header.value'),
      })) satisfies HeaderTexts[],
  },
});

/** The headers of all managers in scope: of two managers the inner one's wins, one manager may have a name twice. */
export class ScopedHeaders {
  readonly #managers: readonly (readonly HeaderTexts[])[];
  /** Which headers count, when their names do not depend on the user. */
  readonly #fixed: readonly HeaderTexts[] | undefined;

  constructor(scope: Scope) {
    this.#managers = scope.configs(headerManagerKind) as HeaderTexts[][];
    const isFixed = this.#managers.flat().every(({ name }) => name.constant !== undefined);
    this.#fixed = isFixed ? merge(this.#managers, ({ name }) => name.constant ?? '') : undefined;
  }

  evaluate(user: User): HeaderLine[] {
    const headers = this.#fixed ?? merge(this.#managers, ({ name }) => name.evaluate(user));
    return headers.map(({ name, value }) => [name.evaluate(user), value.evaluate(user)]);
  }
}

function merge(
  managers: readonly (readonly HeaderTexts[])[],
  nameOf: (header: HeaderTexts) => string,
): HeaderTexts[] {
  const merged: HeaderTexts[] = [];
  for (const [index, manager] of managers.entries()) {
    for (const header of manager) {
      const name = nameOf(header).toLowerCase();
      if (index === 0 || !merged.some((each) => nameOf(each).toLowerCase() === name)) {
        merged.push(header);
      }
    }
  }
  return merged;
}
