import { type Dialect, readScript, type Token } from './script-tokens.ts';
import type {
  Expression,
  Import,
  MethodDefinition,
  Parameter,
  Script,
  Statement,
  TypeName,
} from './script-tree.ts';
import { UnsupportedScript } from './values.ts';

/** Parses a Groovy or BeanShell script. Throws UnsupportedScript, also for invalid scripts. */
export function parseScript(source: string, dialect: Dialect): Script {
  return new ScriptParser(readScript(source, dialect), dialect).parse();
}

const primitives = new Set(['int', 'long', 'double', 'float', 'boolean', 'char', 'byte', 'short', 'void']);
const modifiers = new Set(['final', 'static', 'private', 'public', 'protected', 'transient', 'volatile']);
const statementWords = new Set(
  'if else for while do switch case default try catch finally throw return break continue import class interface enum assert synchronized package trait goto throws extends implements'.split(
    ' ',
  ),
);
const operatorWords = new Set(['in', 'as', 'instanceof']);
const noTypes = new Set(['this', 'super', 'null', 'true', 'false', 'new']);

/** Binary operators, lowest precedence first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['=~', '==~'],
  ['==', '!=', '<=>', '===', '!=='],
  ['<', '<=', '>', '>=', 'in', 'instanceof', 'as', '!in', '!instanceof'],
  ['<<', '>>', '>>>', '..', '..<'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];
const groovyOnly = new Set(['=~', '==~', '<=>', '===', '!==', 'in', 'as', '..', '..<', '**', '!in']);
const assignments = new Set([
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '>>>=',
  '&=',
  '|=',
  '^=',
  '?=',
]);

class ScriptParser {
  readonly #tokens: readonly Token[];
  readonly #isGroovy: boolean;
  readonly #dialect: Dialect;
  #at = 0;
  readonly #imports: Import[] = [];
  readonly #methods: MethodDefinition[] = [];

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.#tokens = tokens;
    this.#dialect = dialect;
    this.#isGroovy = dialect === 'groovy';
  }

  parse(): Script {
    const body: Statement[] = [];
    while (this.#peek().kind !== 'end') {
      body.push(...this.#topStatement(body.length === 0));
    }
    return { imports: this.#imports, methods: this.#methods, body };
  }

  parseOnly(): Expression {
    const expression = this.#expression();
    if (this.#peek().kind !== 'end') {
      throw this.#unexpected();
    }
    return expression;
  }

  #topStatement(isFirst: boolean): Statement[] {
    if (this.#takeWord('import')) {
      this.#import();
      return [];
    }
    const method = this.#tryMethod();
    if (method) {
      if (!this.#isGroovy && !isFirst) {
        throw new UnsupportedScript(`the method ${method.name} after other statements`);
      }
      this.#methods.push(method);
      return [];
    }
    return this.#statements();
  }

  #import(): void {
    if (this.#isWord('static')) {
      throw new UnsupportedScript('import static');
    }
    let path = this.#word();
    while (this.#isSign('.')) {
      this.#at += 1;
      path += `.${this.#takeSign('*') ? '*' : this.#word()}`;
    }
    const alias = this.#takeWord('as') ? this.#word() : undefined;
    this.#imports.push({ path, alias });
    this.#endStatement();
  }

  /** Parses statements and drops empty ones. */
  #statements(): Statement[] {
    if (this.#takeSign(';')) {
      return [];
    }
    return [this.#statement()];
  }

  #statement(): Statement {
    const token = this.#peek();
    if (token.kind === 'word') {
      const compound = this.#compound(token.value);
      if (compound) {
        return compound;
      }
    }
    if (this.#isSign('{')) {
      if (this.#isGroovy) {
        throw new UnsupportedScript('a block or closure at the beginning of a statement');
      }
      return { kind: 'block', body: this.#block() };
    }
    if (this.#isSign('@')) {
      throw new UnsupportedScript('an annotation');
    }
    const declaration = this.#tryDeclaration();
    const statement = declaration ?? { kind: 'expression', expression: this.#statementExpression() };
    this.#endStatement();
    return statement;
  }

  #compound(word: string): Statement | undefined {
    if (!statementWords.has(word)) {
      return undefined;
    }
    this.#at += 1;
    switch (word) {
      case 'if':
        return this.#if();
      case 'for':
        return this.#for();
      case 'while': {
        const condition = this.#parenthesized();
        return { kind: 'while', condition, body: this.#branch(), isChecked: 'before' };
      }
      case 'do': {
        const body = this.#branch();
        this.#expectWord('while');
        const condition = this.#parenthesized();
        this.#endStatement();
        return { kind: 'while', condition, body, isChecked: 'after' };
      }
      case 'switch':
        return this.#switch();
      case 'try':
        return this.#try();
      case 'throw': {
        const value = this.#expression();
        this.#endStatement();
        return { kind: 'throw', value };
      }
      case 'return': {
        const isEmpty = this.#isAtEnd();
        const value = isEmpty ? undefined : this.#expression();
        this.#endStatement();
        return { kind: 'return', value };
      }
      case 'break':
      case 'continue':
        if (!this.#isAtEnd()) {
          throw new UnsupportedScript(`${word} with a label`);
        }
        this.#endStatement();
        return { kind: word };
    }
    throw new UnsupportedScript(word);
  }

  #if(): Statement {
    const condition = this.#parenthesized();
    const yes = this.#branch();
    const before = this.#at;
    this.#takeSign(';');
    if (this.#takeWord('else')) {
      return { kind: 'if', condition, yes, no: this.#branch() };
    }
    this.#at = before;
    return { kind: 'if', condition, yes, no: undefined };
  }

  /** The body of a branch or loop. */
  #branch(): Statement {
    if (this.#isSign('{')) {
      return { kind: 'block', body: this.#block() };
    }
    if (this.#takeSign(';')) {
      return { kind: 'block', body: [] };
    }
    return this.#statement();
  }

  #block(): Statement[] {
    this.#expect('{');
    const body: Statement[] = [];
    while (!this.#takeSign('}')) {
      if (this.#peek().kind === 'end') {
        throw this.#unexpected();
      }
      body.push(...this.#statements());
    }
    return body;
  }

  #for(): Statement {
    this.#expect('(');
    const start = this.#at;
    const each = this.#tryForEach();
    if (each) {
      return each;
    }
    this.#at = start;
    const first = this.#isSign(';') ? [] : this.#forStart();
    this.#expect(';');
    const condition = this.#isSign(';') ? undefined : this.#expression();
    this.#expect(';');
    const update: Expression[] = [];
    while (!this.#isSign(')')) {
      update.push(this.#expression());
      if (!this.#takeSign(',')) {
        break;
      }
    }
    this.#expect(')');
    return { kind: 'for', start: first, condition, update, body: this.#branch() };
  }

  #forStart(): Statement[] {
    const declaration = this.#tryDeclaration();
    if (declaration) {
      return [declaration];
    }
    const start: Statement[] = [];
    do {
      start.push({ kind: 'expression', expression: this.#expression() });
    } while (this.#takeSign(','));
    return start;
  }

  #tryForEach(): Statement | undefined {
    this.#takeWord('final');
    let type: TypeName | undefined;
    if (this.#takeWord('def') || (this.#isGroovy && this.#takeWord('var'))) {
      type = undefined;
    } else if (!this.#isForEachAt(this.#at)) {
      type = this.#tryType();
    }
    if (!this.#isForEachAt(this.#at)) {
      return undefined;
    }
    const name = this.#word();
    this.#at += 1;
    const items = this.#expression();
    this.#expect(')');
    return { kind: 'for-each', name, type, items, body: this.#branch() };
  }

  #isForEachAt(at: number): boolean {
    const [name, next] = [this.#tokens[at], this.#tokens[at + 1]];
    return (
      name?.kind === 'word' &&
      ((next?.kind === 'sign' && next.value === ':') ||
        (this.#isGroovy && next?.kind === 'word' && next.value === 'in'))
    );
  }

  #switch(): Statement {
    const value = this.#parenthesized();
    this.#expect('{');
    const cases: { value: Expression | undefined; body: Statement[] }[] = [];
    while (!this.#takeSign('}')) {
      let tested: Expression | undefined;
      if (!this.#takeWord('default')) {
        this.#expectWord('case');
        tested = this.#expression();
      }
      this.#expect(':');
      const body: Statement[] = [];
      while (!this.#isWord('case') && !this.#isWord('default') && !this.#isSign('}')) {
        body.push(...this.#statements());
      }
      cases.push({ value: tested, body });
    }
    return { kind: 'switch', value, cases };
  }

  #try(): Statement {
    if (this.#isSign('(')) {
      throw new UnsupportedScript('try with resources');
    }
    const body = this.#block();
    const catches: { types: TypeName[]; name: string; body: Statement[] }[] = [];
    while (this.#takeWord('catch')) {
      this.#expect('(');
      this.#takeWord('final');
      const types: TypeName[] = [];
      if (!this.#isSignAt(this.#at + 1, ')')) {
        do {
          types.push(this.#type());
        } while (this.#takeSign('|'));
      }
      const name = this.#word();
      this.#expect(')');
      catches.push({ types, name, body: this.#block() });
    }
    const end = this.#takeWord('finally') ? this.#block() : undefined;
    return { kind: 'try', body, catches, end };
  }

  /** `def name(…) {` or `String name(…) {`; undefined leaves the position unchanged. */
  #tryMethod(): MethodDefinition | undefined {
    const start = this.#at;
    let isDeclared = this.#takeModifiers();
    let returns: TypeName | undefined;
    if (this.#isGroovy && this.#takeWord('def')) {
      isDeclared = true;
    } else if (!this.#isMethodNameAt(this.#at)) {
      returns = this.#tryType();
      isDeclared ||= returns !== undefined;
    }
    const name = this.#peek();
    const canBe = (isDeclared || !this.#isGroovy) && this.#isMethodNameAt(this.#at);
    if (name.kind !== 'word' || !canBe || !this.#isBodyAfterParentheses()) {
      this.#at = start;
      return undefined;
    }
    this.#at += 2;
    const parameters = this.#parameters(')');
    this.#expect(')');
    if (this.#isWord('throws')) {
      this.#at += 1;
      do {
        this.#type();
      } while (this.#takeSign(','));
    }
    return { name: name.value, returns, parameters, body: this.#block() };
  }

  #takeModifiers(): boolean {
    const start = this.#at;
    for (
      let token = this.#peek();
      token.kind === 'word' && modifiers.has(token.value);
      token = this.#peek()
    ) {
      this.#at += 1;
    }
    return this.#at > start;
  }

  #isMethodNameAt(at: number): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'word' && !statementWords.has(token.value) && this.#isSignAt(at + 1, '(');
  }

  #isBodyAfterParentheses(): boolean {
    let depth = 0;
    for (let at = this.#at + 1; at < this.#tokens.length; at++) {
      depth += this.#isSignAt(at, '(') ? 1 : this.#isSignAt(at, ')') ? -1 : 0;
      if (depth === 0) {
        const next = this.#tokens[at + 1];
        return this.#isSignAt(at + 1, '{') || (next?.kind === 'word' && next.value === 'throws');
      }
    }
    return false;
  }

  #parameters(end: string): Parameter[] {
    const parameters: Parameter[] = [];
    while (!this.#isSign(end)) {
      this.#takeWord('final');
      let type: TypeName | undefined;
      if (!(this.#isGroovy && this.#takeWord('def')) && !this.#isNameOfParameter(end)) {
        type = this.#type();
      }
      const name = this.#word();
      const fallback = this.#takeSign('=') ? this.#expression() : undefined;
      parameters.push({ name, type, fallback });
      if (!this.#takeSign(',')) {
        break;
      }
    }
    return parameters;
  }

  #isNameOfParameter(end: string): boolean {
    return [end, ',', '='].some((sign) => this.#isSignAt(this.#at + 1, sign));
  }

  #tryDeclaration(): Statement | undefined {
    const start = this.#at;
    let isDeclared = this.#takeModifiers();
    let type: TypeName | undefined;
    if (this.#isGroovy && (this.#takeWord('def') || this.#takeVar())) {
      isDeclared = true;
      if (this.#isSign('(')) {
        return this.#declareSeveral();
      }
      type = this.#isTypedName() ? this.#type() : undefined;
    } else if (!(isDeclared && this.#isVariableAt(this.#at))) {
      type = this.#tryType();
      if (type === undefined) {
        this.#at = start;
        return undefined;
      }
    }
    if (!this.#isVariableAt(this.#at) || this.#peek().isOnNewLine) {
      this.#at = start;
      return undefined;
    }
    const names: { name: string; value: Expression | undefined }[] = [];
    do {
      const name = this.#word();
      if (this.#isSign('[')) {
        throw new UnsupportedScript(`${name}[] after its name`);
      }
      names.push({ name, value: this.#takeSign('=') ? this.#initializer(type) : undefined });
    } while (this.#takeSign(','));
    return { kind: 'declare', type, names };
  }

  #takeVar(): boolean {
    const next = this.#tokens[this.#at + 1];
    return next?.kind === 'word' && this.#takeWord('var');
  }

  /** Whether a type precedes the name, as in `def String x`. */
  #isTypedName(): boolean {
    const next = this.#tokens[this.#at + 1];
    return next?.kind === 'word' && !next.isOnNewLine && !operatorWords.has(next.value);
  }

  #declareSeveral(): Statement {
    this.#expect('(');
    const names: string[] = [];
    do {
      if (this.#tokens[this.#at + 1]?.kind === 'word') {
        throw new UnsupportedScript('several variables with types');
      }
      names.push(this.#word());
    } while (this.#takeSign(','));
    this.#expect(')');
    this.#expect('=');
    return { kind: 'declare-several', names, value: this.#expression() };
  }

  #initializer(type: TypeName | undefined): Expression {
    if (type && type.dimensions > 0 && this.#isSign('{')) {
      return { kind: 'array', type, sizes: [], items: this.#arrayItems() };
    }
    return this.#expression();
  }

  #arrayItems(): Expression[] {
    this.#expect('{');
    const items: Expression[] = [];
    while (!this.#isSign('}')) {
      items.push(this.#expression());
      if (!this.#takeSign(',')) {
        break;
      }
    }
    this.#expect('}');
    return items;
  }

  /** Whether a name is declared here: it is followed by `=`, `,` or the end of the statement. */
  #isVariableAt(at: number): boolean {
    const [name, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (name?.kind !== 'word' || operatorWords.has(name.value) || statementWords.has(name.value)) {
      return false;
    }
    if (next === undefined || next.kind === 'end' || (this.#isGroovy && next.isOnNewLine)) {
      return true;
    }
    return next.kind === 'sign' && /^(?:=|,|;|\}|:|\[)$/.test(next.value);
  }

  /** A type; undefined leaves the position unchanged. Lower-case names are not types. */
  #tryType(): TypeName | undefined {
    const start = this.#at;
    const token = this.#peek();
    if (token.kind !== 'word' || statementWords.has(token.value) || operatorWords.has(token.value)) {
      return undefined;
    }
    let name = this.#word();
    if (!primitives.has(name)) {
      while (this.#isSign('.') && this.#tokens[this.#at + 1]?.kind === 'word') {
        this.#at += 1;
        name += `.${this.#word()}`;
      }
      if (!/^\p{Lu}/u.test(name.slice(name.lastIndexOf('.') + 1))) {
        this.#at = start;
        return undefined;
      }
    }
    if (this.#isSign('<') && !this.#skipGenerics()) {
      this.#at = start;
      return undefined;
    }
    let dimensions = 0;
    while (this.#isSign('[') && this.#isSignAt(this.#at + 1, ']')) {
      this.#at += 2;
      dimensions += 1;
    }
    return { name, dimensions };
  }

  #skipGenerics(): boolean {
    if (!this.#isGroovy) {
      throw new UnsupportedScript('type arguments (<…>)');
    }
    let depth = 0;
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at];
      if (token?.kind === 'sign') {
        if (/^(?:<|>+)$/.test(token.value)) {
          depth += token.value === '<' ? 1 : -token.value.length;
        } else if (!/^(?:[,.?[\]]|\?)$/.test(token.value)) {
          return false;
        }
      } else if (token?.kind !== 'word') {
        return false;
      }
      if (depth === 0) {
        this.#at = at + 1;
        return true;
      }
      if (depth < 0) {
        return false;
      }
    }
    return false;
  }

  #type(): TypeName {
    const type = this.#tryType();
    if (!type) {
      throw this.#unexpected();
    }
    return type;
  }

  /** An expression at the start of a statement, where `log.info text` is a call. */
  #statementExpression(): Expression {
    const start = this.#at;
    const expression = this.#expression();
    if (!this.#isGroovy || !this.#isCommandArgument()) {
      return expression;
    }
    const isPath = expression.kind === 'name' || expression.kind === 'property';
    const last = this.#tokens[this.#at - 1];
    if (!isPath || last?.kind !== 'word' || this.#tokens[start]?.kind !== 'word') {
      throw this.#unexpected();
    }
    const args: Expression[] = [];
    do {
      args.push(this.#expression());
    } while (this.#takeSign(','));
    return expression.kind === 'name'
      ? { kind: 'call', target: undefined, name: expression.name, args, isSafe: false, isSpread: false }
      : { ...expression, kind: 'call', args };
  }

  #isCommandArgument(): boolean {
    const token = this.#peek();
    if (token.isOnNewLine || token.kind === 'end') {
      return false;
    }
    return token.kind !== 'sign' && !(token.kind === 'word' && operatorWords.has(token.value));
  }

  #parenthesized(): Expression {
    this.#expect('(');
    const expression = this.#expression();
    this.#expect(')');
    return expression;
  }

  #expression(): Expression {
    const target = this.#choice();
    const token = this.#peek();
    if (token.kind !== 'sign' || !assignments.has(token.value) || (this.#isGroovy && token.isOnNewLine)) {
      return target;
    }
    if (target.kind !== 'name' && target.kind !== 'property' && target.kind !== 'index') {
      throw new UnsupportedScript('an assignment to anything but a variable, property or item');
    }
    this.#at += 1;
    return { kind: 'assign', operator: token.value, target, value: this.#expression() };
  }

  #choice(): Expression {
    const condition = this.#binary(0);
    if (this.#isGroovy && this.#takeSign('?:')) {
      return { kind: 'elvis', value: condition, fallback: this.#choice() };
    }
    if (!this.#takeSign('?')) {
      return condition;
    }
    const yes = this.#choice();
    this.#expect(':');
    return { kind: 'choice', condition, yes, no: this.#choice() };
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (!operators) {
      return this.#unary();
    }
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#operatorOf(operators);
      if (operator === undefined) {
        return left;
      }
      left = this.#withOperator(operator, left, level);
    }
  }

  #withOperator(operator: string, left: Expression, level: number): Expression {
    switch (operator) {
      case 'instanceof':
      case '!instanceof':
        return { kind: 'instanceof', value: left, type: this.#type(), isNegated: operator.startsWith('!') };
      case 'as':
        return { kind: 'cast', type: this.#type(), value: left, isCoercion: true };
      case '..':
      case '..<':
        return { kind: 'range', from: left, to: this.#binary(level + 1), isExclusive: operator === '..<' };
    }
    return { kind: 'binary', operator, left, right: this.#binary(level + 1) };
  }

  /** Consumes one of these operators. A line of Groovy does not continue with a plus or minus. */
  #operatorOf(operators: readonly string[]): string | undefined {
    const token = this.#peek();
    if (token.kind !== 'sign' && token.kind !== 'word') {
      return undefined;
    }
    if (this.#isGroovy && token.isOnNewLine && (token.kind === 'word' || /^[+-]$/.test(token.value))) {
      return undefined;
    }
    const next = this.#tokens[this.#at + 1];
    const isNegated =
      this.#isGroovy &&
      token.value === '!' &&
      next?.kind === 'word' &&
      (next.value === 'in' || next.value === 'instanceof');
    const operator = isNegated ? `!${next.value as string}` : token.value;
    if (!operators.includes(operator) || (!this.#isGroovy && groovyOnly.has(operator))) {
      return undefined;
    }
    this.#at += isNegated ? 2 : 1;
    return operator;
  }

  #unary(): Expression {
    const token = this.#peek();
    if (token.kind === 'sign') {
      if (token.value === '++' || token.value === '--') {
        this.#at += 1;
        const target = this.#unary();
        if (this.#isSignAt(this.#at, '**')) {
          throw new UnsupportedScript(`${token.value} before **`);
        }
        return { kind: 'step', operator: token.value, isPrefix: true, target };
      }
      if (/^[+\-!~]$/.test(token.value)) {
        this.#at += 1;
        const operand = /^[+-]$/.test(token.value) ? this.#power() : this.#unary();
        return { kind: 'unary', operator: token.value, operand };
      }
      const cast = token.value === '(' ? this.#tryCast() : undefined;
      if (cast) {
        return cast;
      }
    }
    return this.#postfix();
  }

  /** The operand of a sign: Groovy reads `-2 ** 2` as `-(2 ** 2)`. */
  #power(): Expression {
    let left = this.#unary();
    while (this.#isGroovy && this.#takeSign('**')) {
      left = { kind: 'binary', operator: '**', left, right: this.#unary() };
    }
    return left;
  }

  /** The operand of a cast, whose signs bind more strongly than `**`. */
  #castOperand(): Expression {
    const token = this.#peek();
    if (token.kind === 'sign' && /^[+-]$/.test(token.value)) {
      this.#at += 1;
      return { kind: 'unary', operator: token.value, operand: this.#castOperand() };
    }
    return this.#unary();
  }

  #tryCast(): Expression | undefined {
    const start = this.#at;
    this.#at += 1;
    const type = this.#tryType();
    if (type && this.#takeSign(')') && this.#isCastOperand(type)) {
      return { kind: 'cast', type, value: this.#castOperand(), isCoercion: false };
    }
    this.#at = start;
    if (this.#isGroovy) {
      this.#rejectCastByName();
    }
    return undefined;
  }

  /** Groovy parses `(a) - 1`, `(a)[0]` and `(a) in [1]` as casts to a class `a`, even where `a` is a variable. */
  #rejectCastByName(): void {
    let at = this.#at + 1;
    const isWordAt = (index: number) => this.#tokens[index]?.kind === 'word';
    const name = this.#tokens[at];
    if (name?.kind !== 'word' || noTypes.has(name.value)) {
      return;
    }
    while (this.#isSignAt(at + 1, '.') && isWordAt(at + 2)) {
      at += 2;
    }
    const [next, following] = [this.#tokens[at + 2], this.#tokens[at + 3]];
    if (!this.#isSignAt(at + 1, ')') || next === undefined || next.isOnNewLine) {
      return;
    }
    const isNegated = following?.kind === 'word' && /^(?:in|instanceof)$/.test(following.value);
    const isCast =
      (next.kind === 'word' && next.value !== 'instanceof') ||
      (next.kind === 'sign' && (/^[+\-~[(]$/.test(next.value) || (next.value === '!' && !isNegated)));
    if (isCast) {
      throw new UnsupportedScript(`(${name.value}) before ${next.value}, which is a cast`);
    }
  }

  #isCastOperand(type: TypeName): boolean {
    const token = this.#peek();
    if (token.kind === 'end' || token.isOnNewLine) {
      return false;
    }
    if (token.kind === 'word') {
      return !operatorWords.has(token.value);
    }
    if (token.kind !== 'sign') {
      return true;
    }
    const mayHaveSign = this.#isGroovy || primitives.has(type.name);
    return /^[(!~[]$/.test(token.value) || (mayHaveSign && /^[+-]$/.test(token.value));
  }

  #postfix(): Expression {
    let expression = this.#primary();
    for (;;) {
      const next = this.#continued(expression);
      if (next === undefined) {
        return expression;
      }
      expression = next;
    }
  }

  #continued(target: Expression): Expression | undefined {
    const token = this.#peek();
    if (token.kind !== 'sign') {
      return undefined;
    }
    switch (token.value) {
      case '.':
      case '?.':
      case '*.':
        this.#at += 1;
        return this.#member(target, token.value);
      case '.&':
      case '::':
        throw new UnsupportedScript(`the operator ${token.value}`);
    }
    if (this.#isGroovy && token.isOnNewLine) {
      return undefined;
    }
    switch (token.value) {
      case '[': {
        this.#at += 1;
        const index = this.#isGroovy ? this.#indexes() : this.#expression();
        this.#expect(']');
        return { kind: 'index', target, index };
      }
      case '++':
      case '--':
        this.#at += 1;
        return { kind: 'step', operator: token.value, isPrefix: false, target };
      case '(':
        if (this.#isGroovy && target.kind !== 'literal') {
          const args = this.#arguments();
          return { kind: 'call', target, name: 'call', args, isSafe: false, isSpread: false };
        }
        throw this.#unexpected();
    }
    return undefined;
  }

  #indexes(): Expression {
    const first = this.#expression();
    if (!this.#isSign(',')) {
      return first;
    }
    const items = [first];
    while (this.#takeSign(',')) {
      items.push(this.#expression());
    }
    return { kind: 'list', items };
  }

  #member(target: Expression, sign: string): Expression {
    const isSafe = sign === '?.';
    const isSpread = sign === '*.';
    const token = this.#peek();
    if ((isSafe || isSpread) && !this.#isGroovy) {
      throw this.#unexpected();
    }
    if (token.kind === 'literal' && typeof token.value === 'string' && this.#isGroovy) {
      this.#at += 1;
      return { kind: 'property', target, name: token.value, isSafe, isSpread };
    }
    if (token.kind !== 'word') {
      throw new UnsupportedScript(`${sign}${token.kind === 'sign' ? token.value : '…'}`);
    }
    this.#at += 1;
    const name = token.value;
    const isCall = this.#isSign('(') && !(this.#isGroovy && this.#peek().isOnNewLine);
    if (isCall) {
      return { kind: 'call', target, name, args: this.#argumentsAndClosure(), isSafe, isSpread };
    }
    if (this.#isClosureHere()) {
      return { kind: 'call', target, name, args: [this.#closure()], isSafe, isSpread };
    }
    return { kind: 'property', target, name, isSafe, isSpread };
  }

  #isClosureHere(): boolean {
    return this.#isGroovy && this.#isSign('{') && !this.#peek().isOnNewLine;
  }

  #argumentsAndClosure(): Expression[] {
    const args = this.#arguments();
    if (this.#isClosureHere()) {
      args.push(this.#closure());
    }
    return args;
  }

  #arguments(): Expression[] {
    this.#expect('(');
    const args: Expression[] = [];
    const named: [Expression, Expression][] = [];
    while (!this.#isSign(')')) {
      if (this.#isSign('*')) {
        throw new UnsupportedScript('a list spread over arguments');
      }
      const key = this.#isGroovy ? this.#tryKey() : undefined;
      if (key) {
        named.push([key, this.#expression()]);
      } else {
        args.push(this.#expression());
      }
      if (!this.#takeSign(',')) {
        break;
      }
    }
    this.#expect(')');
    return named.length > 0 ? [{ kind: 'map', entries: named }, ...args] : args;
  }

  #primary(): Expression {
    const token = this.#peek();
    switch (token.kind) {
      case 'literal':
        this.#at += 1;
        return { kind: 'literal', value: token.value };
      case 'gstring':
        this.#at += 1;
        return {
          kind: 'gstring',
          strings: token.strings,
          values: token.values.map((tokens) => this.#valueInText(tokens)),
        };
      case 'word':
        return this.#named(token.value);
      case 'sign':
        return this.#bracketed(token.value);
      case 'end':
        throw this.#unexpected();
    }
  }

  #valueInText(tokens: readonly Token[]): Expression {
    if (tokens.length === 0) {
      return { kind: 'literal', value: null };
    }
    if (tokens[0]?.kind === 'sign' && tokens[0].value === '->') {
      throw new UnsupportedScript('${-> …} in a text');
    }
    const end: Token = { kind: 'end', value: 'the end of ${…}', isOnNewLine: true };
    return new ScriptParser([...tokens, end], this.#dialect).parseOnly();
  }

  #bracketed(sign: string): Expression {
    if (sign === '(') {
      return this.#parenthesized();
    }
    if (sign === '[' && this.#isGroovy) {
      return this.#listOrMap();
    }
    if (sign === '{' && this.#isGroovy) {
      return this.#closure();
    }
    throw this.#unexpected();
  }

  #listOrMap(): Expression {
    this.#expect('[');
    if (this.#takeSign(':')) {
      this.#expect(']');
      return { kind: 'map', entries: [] };
    }
    const items: Expression[] = [];
    const entries: [Expression, Expression][] = [];
    while (!this.#isSign(']')) {
      if (this.#isSign('*')) {
        throw new UnsupportedScript('a list spread in a list');
      }
      const key = this.#tryKey();
      if (key) {
        entries.push([key, this.#expression()]);
      } else {
        items.push(this.#expression());
      }
      if (!this.#takeSign(',')) {
        break;
      }
    }
    this.#expect(']');
    if (items.length > 0 && entries.length > 0) {
      throw this.#unexpected();
    }
    return entries.length > 0 ? { kind: 'map', entries } : { kind: 'list', items };
  }

  /** The key of a map entry, including the colon. */
  #tryKey(): Expression | undefined {
    const token = this.#peek();
    if (this.#isSignAt(this.#at + 1, ':')) {
      if (token.kind === 'word') {
        this.#at += 2;
        return { kind: 'literal', value: token.value };
      }
      if (token.kind === 'literal' || token.kind === 'gstring') {
        const key = this.#primary();
        this.#at += 1;
        return key;
      }
    }
    if (!this.#isSign('(')) {
      return undefined;
    }
    const start = this.#at;
    const key = this.#parenthesized();
    if (this.#takeSign(':')) {
      return key;
    }
    this.#at = start;
    return undefined;
  }

  #closure(): Expression {
    this.#expect('{');
    const parameters = this.#closureParameters();
    const body: Statement[] = [];
    while (!this.#takeSign('}')) {
      if (this.#peek().kind === 'end') {
        throw this.#unexpected();
      }
      body.push(...this.#statements());
    }
    return { kind: 'closure', parameters, body };
  }

  #closureParameters(): Parameter[] | undefined {
    if (this.#takeSign('->')) {
      return [];
    }
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at];
      if (this.#isSignAt(at, '->')) {
        const parameters = this.#parameters('->');
        this.#expect('->');
        return parameters;
      }
      if (token?.kind !== 'word' && !(token?.kind === 'sign' && /^[,<>.[\]=]$/.test(token.value))) {
        return undefined;
      }
    }
    return undefined;
  }

  #named(name: string): Expression {
    this.#at += 1;
    switch (name) {
      case 'true':
      case 'false':
        return { kind: 'literal', value: name === 'true' };
      case 'null':
        return { kind: 'literal', value: null };
      case 'new':
        return this.#new();
    }
    if (name.startsWith('$') && this.#isSign('{')) {
      throw new UnsupportedScript('${…} outside of a text');
    }
    if (statementWords.has(name) || operatorWords.has(name)) {
      throw new UnsupportedScript(name);
    }
    const isPlainCall = this.#isSign('(') && !(this.#isGroovy && this.#peek().isOnNewLine);
    if (isPlainCall) {
      const args = this.#argumentsAndClosure();
      return { kind: 'call', target: undefined, name, args, isSafe: false, isSpread: false };
    }
    if (this.#isClosureHere() && !primitives.has(name)) {
      return {
        kind: 'call',
        target: undefined,
        name,
        args: [this.#closure()],
        isSafe: false,
        isSpread: false,
      };
    }
    return { kind: 'name', name };
  }

  #new(): Expression {
    let name = this.#word();
    while (this.#takeSign('.')) {
      name += `.${this.#word()}`;
    }
    if (this.#isSign('<') && !this.#skipGenericsOfNew()) {
      throw this.#unexpected();
    }
    if (this.#isSign('[')) {
      return this.#newArray(name);
    }
    const args = this.#arguments();
    if (this.#isSign('{') && !this.#peek().isOnNewLine) {
      throw new UnsupportedScript(`a class made of ${name}`);
    }
    return { kind: 'new', type: { name, dimensions: 0 }, args };
  }

  #skipGenericsOfNew(): boolean {
    if (this.#isSignAt(this.#at + 1, '>')) {
      this.#at += 2;
      return true;
    }
    return this.#skipGenerics();
  }

  #newArray(name: string): Expression {
    const sizes: Expression[] = [];
    let dimensions = 0;
    while (this.#takeSign('[')) {
      dimensions += 1;
      if (!this.#isSign(']')) {
        sizes.push(this.#expression());
      }
      this.#expect(']');
    }
    const type = { name, dimensions };
    return { kind: 'array', type, sizes, items: sizes.length === 0 ? this.#arrayItems() : undefined };
  }

  /** The end of a line, a semicolon, or the end of the enclosing block. */
  #isAtEnd(): boolean {
    const token = this.#peek();
    return (
      token.kind === 'end' || this.#isSign(';') || this.#isSign('}') || (this.#isGroovy && token.isOnNewLine)
    );
  }

  #endStatement(): void {
    if (this.#takeSign(';') || this.#isSign('}') || this.#peek().kind === 'end') {
      return;
    }
    if (this.#isGroovy && this.#peek().isOnNewLine) {
      return;
    }
    throw this.#unexpected();
  }

  #unexpected(): UnsupportedScript {
    const token = this.#peek();
    const before = this.#tokens[this.#at - 1];
    const shown = (each: Token | undefined) =>
      each === undefined ? 'the beginning' : each.kind === 'gstring' ? 'a text' : String(each.value);
    return new UnsupportedScript(`${shown(token)} after ${shown(before)}`);
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', value: 'the end', isOnNewLine: true };
  }

  #isSign(sign: string): boolean {
    return this.#isSignAt(this.#at, sign);
  }

  #isSignAt(at: number, sign: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'sign' && token.value === sign;
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token.kind === 'word' && token.value === word;
  }

  #takeSign(sign: string): boolean {
    const isThere = this.#isSign(sign);
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #takeWord(word: string): boolean {
    const isThere = this.#isWord(word);
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #word(): string {
    const token = this.#peek();
    if (token.kind !== 'word') {
      throw this.#unexpected();
    }
    this.#at += 1;
    return token.value;
  }

  #expect(sign: string): void {
    if (!this.#takeSign(sign)) {
      throw this.#unexpected();
    }
  }

  #expectWord(word: string): void {
    if (!this.#takeWord(word)) {
      throw this.#unexpected();
    }
  }
}
