import type { Value } from '../values.ts';

/** A type as a script writes it. */
export interface TypeName {
  /** `String`, `java.util.Date`, `int`. */
  name: string;
  /** Number of pairs of square brackets. */
  dimensions: number;
}

export interface Parameter {
  name: string;
  /** Undefined for `def` and untyped parameters. */
  type: TypeName | undefined;
  fallback: Expression | undefined;
}

export type Expression =
  | { kind: 'literal'; value: Value }
  | { kind: 'gstring'; strings: string[]; values: Expression[] }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'map'; entries: [Expression, Expression][] }
  | { kind: 'range'; from: Expression; to: Expression; isExclusive: boolean }
  | { kind: 'unary'; operator: string; operand: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression }
  | { kind: 'elvis'; value: Expression; fallback: Expression }
  | { kind: 'assign'; operator: string; target: Expression; value: Expression }
  | { kind: 'step'; operator: '++' | '--'; isPrefix: boolean; target: Expression }
  | { kind: 'property'; target: Expression; name: string; isSafe: boolean; isSpread: boolean }
  | { kind: 'index'; target: Expression; index: Expression }
  /** Without a target: a method of the script, a closure in a variable, or a built-in function. */
  | {
      kind: 'call';
      target: Expression | undefined;
      name: string;
      args: Expression[];
      isSafe: boolean;
      isSpread: boolean;
    }
  | { kind: 'new'; type: TypeName; args: Expression[] }
  | { kind: 'array'; type: TypeName; sizes: Expression[]; items: Expression[] | undefined }
  /** Parameters are undefined for a closure with an implicit `it`. */
  | { kind: 'closure'; parameters: Parameter[] | undefined; body: Statement[] }
  | { kind: 'cast'; type: TypeName; value: Expression; isCoercion: boolean }
  | { kind: 'instanceof'; value: Expression; type: TypeName; isNegated: boolean };

export type Statement =
  | { kind: 'expression'; expression: Expression }
  | { kind: 'declare'; type: TypeName | undefined; names: { name: string; value: Expression | undefined }[] }
  /** `def (a, b) = list` */
  | { kind: 'declare-several'; names: string[]; value: Expression }
  | { kind: 'block'; body: Statement[] }
  | { kind: 'if'; condition: Expression; yes: Statement; no: Statement | undefined }
  | { kind: 'while'; condition: Expression; body: Statement; isChecked: 'before' | 'after' }
  | {
      kind: 'for';
      start: Statement[];
      condition: Expression | undefined;
      update: Expression[];
      body: Statement;
    }
  | { kind: 'for-each'; name: string; type: TypeName | undefined; items: Expression; body: Statement }
  /** A case without a value is the default. */
  | { kind: 'switch'; value: Expression; cases: { value: Expression | undefined; body: Statement[] }[] }
  | {
      kind: 'try';
      body: Statement[];
      catches: { types: TypeName[]; name: string; body: Statement[] }[];
      end: Statement[] | undefined;
    }
  | { kind: 'throw'; value: Expression }
  | { kind: 'return'; value: Expression | undefined }
  | { kind: 'break' }
  | { kind: 'continue' };

export interface MethodDefinition {
  name: string;
  /** Undefined for `def` and untyped methods. */
  returns: TypeName | undefined;
  parameters: Parameter[];
  body: Statement[];
}

export interface Import {
  /** Fully qualified; a trailing `*` imports the whole package. */
  path: string;
  alias: string | undefined;
}

export interface Script {
  imports: Import[];
  methods: MethodDefinition[];
  body: Statement[];
}
