import { jmesPathFunctions } from './jmespath-functions.ts';
import { type Comparator, type JmesPathNode, JmesPathRefusal } from './jmespath-node.ts';
import { type JmesPathToken, readJmesPathTokens, unescapeRaw, unquote } from './jmespath-tokens.ts';

const strengths: Record<string, number> = { '|': 1, '||': 2, '&&': 3 };
const comparators = new Set(['<', '<=', '==', '>=', '>', '!=']);

/** Throws JmesPathRefusal. */
export function parseJmesPath(written: string): JmesPathNode {
  return new Parser(written).parse();
}

/**
 * The grammar of jmespath-java, and what its visitor makes of it. A chain is what follows an expression: a projection in
 * that expression takes it along, so it is known before the expression is.
 */
class Parser {
  readonly #written: string;
  readonly #tokens: JmesPathToken[];
  #at = 0;

  constructor(written: string) {
    this.#written = written;
    this.#tokens = readJmesPathTokens(written);
  }

  parse(): JmesPathNode {
    const node = this.#expression(0);
    return this.#next().kind === 'end' ? node : this.#refuse();
  }

  #expression(least: number): JmesPathNode {
    let left = this.#unary();
    for (;;) {
      const sign = this.#sign();
      const strength = comparators.has(sign) ? 4 : (strengths[sign] ?? 0);
      if (strength === 0 || strength <= least) {
        return left;
      }
      this.#at += 1;
      left = joined(sign, left, this.#expression(strength));
    }
  }

  #unary(): JmesPathNode {
    if (this.#skip('!')) {
      return { kind: 'not', inner: this.#unary() };
    }
    const first = this.#isBracketSpecifier() ? undefined : this.#primary();
    const steps: Step[] = [];
    for (;;) {
      if (this.#isBracketSpecifier()) {
        steps.push(this.#bracketSpecifier());
      } else if (this.#skip('.')) {
        steps.push(this.#chained());
      } else {
        return chain(first, steps);
      }
    }
  }

  #primary(): JmesPathNode {
    const { kind, text } = this.#next();
    if (kind === 'raw') {
      return { kind: 'string', text: unescapeRaw(text) };
    }
    if (kind === 'literal') {
      return { kind: 'literal', json: this.#json(text.slice(1, -1)) };
    }
    if (text === '@') {
      return { kind: 'current' };
    }
    if (text === '(') {
      const inner = this.#expression(0);
      this.#expect(')');
      // No projection reaches beyond it.
      return { kind: 'sequence', nodes: [inner] };
    }
    this.#at -= 1;
    return this.#chained();
  }

  /** What may stand behind a point. */
  #chained(): JmesPathNode {
    const { kind, text } = this.#next();
    if (kind === 'quoted') {
      return { kind: 'property', name: unquote(text) };
    }
    if (kind === 'name') {
      return this.#skip('(') ? this.#call(text) : { kind: 'property', name: text };
    }
    switch (text) {
      case '*':
        return { kind: 'values' };
      case '[':
        return { kind: 'list', entries: this.#several(']', () => this.#expression(0)) };
      case '{':
        return { kind: 'hash', entries: this.#several('}', () => this.#pair()) };
      default:
        return this.#refuse();
    }
  }

  #pair(): { name: string; value: JmesPathNode } {
    const { kind, text } = this.#next();
    if (kind !== 'quoted' && kind !== 'name') {
      return this.#refuse();
    }
    this.#expect(':');
    return { name: kind === 'quoted' ? unquote(text) : text, value: this.#expression(0) };
  }

  #call(name: string): JmesPathNode {
    const known = Object.hasOwn(jmesPathFunctions, name) ? jmesPathFunctions[name] : undefined;
    if (!known) {
      return this.#refuse();
    }
    const args = this.#several(')', (index) => {
      const isExpression = this.#skip('&');
      const at = known.isVariadic ? Math.min(index, known.takes.length - 1) : index;
      const isWanted = at < known.takes.length && (known.takes[at] === undefined) === isExpression;
      return isWanted ? this.#expression(0) : this.#refuse();
    });
    return args.length < known.takes.length ? this.#refuse() : { kind: 'call', name, args };
  }

  #several<T>(close: string, read: (index: number) => T): T[] {
    const items = [read(0)];
    while (this.#skip(',')) {
      items.push(read(items.length));
    }
    this.#expect(close);
    return items;
  }

  #isBracketSpecifier(): boolean {
    const [sign, { kind, text } = { kind: 'end', text: '' }, after] = this.#tokens.slice(
      this.#at,
      this.#at + 3,
    );
    if (sign?.kind !== 'sign' || sign.text !== '[') {
      return sign?.text === '[?';
    }
    return kind === 'integer' || text === ':' || text === ']' || (text === '*' && after?.text === ']');
  }

  #bracketSpecifier(): Step {
    if (this.#next().text === '[?') {
      const inner = this.#expression(0);
      this.#expect(']');
      return { kind: 'selection', inner };
    }
    if (this.#skip(']')) {
      return { kind: 'flatten' };
    }
    if (this.#skip('*')) {
      this.#expect(']');
      return { kind: 'star' };
    }
    const start = this.#integer();
    if (start !== undefined && this.#skip(']')) {
      return { kind: 'index', index: start };
    }
    this.#expect(':');
    const stop = this.#integer();
    const step = (this.#skip(':') ? this.#integer() : undefined) ?? 1;
    this.#expect(']');
    // Backwards through nothing is an error there.
    return step > 0 ? { kind: 'slice', start: start ?? 0, stop, step } : this.#refuse();
  }

  #integer(): number | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'integer') {
      return undefined;
    }
    this.#at += 1;
    return Number(token.text);
  }

  #json(text: string): string {
    try {
      JSON.parse(text);
      return /[eE][+-]?0\d/.test(text) ? this.#refuse() : text;
    } catch {
      return this.#refuse();
    }
  }

  #sign(): string {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' ? token.text : '';
  }

  #skip(sign: string): boolean {
    const isThere = this.#sign() === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#skip(sign)) {
      this.#refuse();
    }
  }

  #next(): JmesPathToken {
    const token = this.#tokens[this.#at] ?? { kind: 'end', text: '' };
    this.#at += 1;
    return token;
  }

  #refuse(): never {
    throw new JmesPathRefusal(`the JMESPath ${this.#written}, which is not of the proven kind`);
  }
}

type Step = JmesPathNode | { kind: 'star' };

function joined(sign: string, left: JmesPathNode, right: JmesPathNode): JmesPathNode {
  switch (sign) {
    case '|':
      return { kind: 'sequence', nodes: [left, right] };
    case '||':
      return { kind: 'or', left, right };
    case '&&':
      return { kind: 'and', left, right };
    default:
      return { kind: 'comparison', operator: sign as Comparator, left, right };
  }
}

/** From the end: what follows a projection is done for each of its values; only `[]` gathers what was before. */
function chain(first: JmesPathNode | undefined, steps: readonly Step[]): JmesPathNode {
  const lastFlatten = steps.findLastIndex(({ kind }) => kind === 'flatten');
  if (lastFlatten >= 0) {
    const rest = follow(steps.slice(lastFlatten + 1));
    const flat: JmesPathNode[] = [{ kind: 'flatten' }, ...(rest ? [projection(rest)] : [])];
    const before = first || lastFlatten > 0 ? [chain(first, steps.slice(0, lastFlatten))] : [];
    return { kind: 'sequence', nodes: [...before, ...flat] };
  }
  const start = first ?? { kind: 'current' };
  const rest = follow(steps);
  const then = rest && start.kind === 'values' ? projection(rest) : rest;
  return then ? { kind: 'sequence', nodes: [start, then] } : start;
}

function follow(steps: readonly Step[]): JmesPathNode | undefined {
  const [step, ...others] = steps;
  if (!step) {
    return undefined;
  }
  const rest = follow(others);
  if (step.kind === 'star') {
    return projection(rest ?? { kind: 'current' });
  }
  if (!rest) {
    return step;
  }
  const isProjecting = step.kind === 'values' || step.kind === 'slice' || step.kind === 'selection';
  return { kind: 'sequence', nodes: [step, isProjecting ? projection(rest) : rest] };
}

const projection = (inner: JmesPathNode): JmesPathNode => ({ kind: 'projection', inner });
