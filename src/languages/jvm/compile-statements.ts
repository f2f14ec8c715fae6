import { ExpressionCompiler } from './compile-expressions.ts';
import type { Completion, Execute, Frame, Run } from './script-run.ts';
import type { Expression, Statement, TypeName } from './syntax/script-tree.ts';
import { iterationStamp, ScriptException, Throwable, UnsupportedScript, type Value } from './values.ts';

/** Compiles statements. With `isLast`, the value of a statement is that of the script, method or closure. */
export abstract class StatementCompiler extends ExpressionCompiler {
  /** Compiles a block with its own scope. */
  protected abstract block<T>(compile: () => T): T;
  protected abstract declare(
    name: string,
    type: TypeName | undefined,
    value: Expression | undefined,
  ): (frame: Frame) => Value;
  /** Declares a variable that the caller assigns. */
  protected abstract declareGiven(
    name: string,
    type: TypeName | undefined,
  ): (frame: Frame, value: Value) => void;
  /** Wraps the body of a loop, whose variables are new in each iteration. */
  protected abstract pass(body: Statement, compile: () => Execute): Execute;
  protected abstract declareSeveral(names: readonly string[], value: Expression): Execute;

  protected statements(body: readonly Statement[], isLast: boolean): Execute {
    const all = body.map((each, index) => this.statement(each, isLast && index === body.length - 1));
    const [first, second] = all;
    if (!first) {
      return () => 'normal';
    }
    if (all.length === 1) {
      return first;
    }
    if (all.length === 2 && second) {
      return (frame) => {
        const completion = first(frame);
        return completion === 'normal' ? second(frame) : completion;
      };
    }
    return (frame) => {
      for (const execute of all) {
        const completion = execute(frame);
        if (completion !== 'normal') {
          return completion;
        }
      }
      return 'normal';
    };
  }

  /** An expression statement; a language may keep its value. */
  protected expressionStatement(run: Run, isLast: boolean): Execute {
    return isLast
      ? (frame) => {
          frame.run.returned = run(frame);
          return 'return';
        }
      : (frame) => {
          run(frame);
          return 'normal';
        };
  }

  statement(node: Statement, isLast: boolean): Execute {
    switch (node.kind) {
      case 'expression':
        return this.expressionStatement(this.expression(node.expression).run, isLast);
      case 'declare': {
        const all = node.names.map(({ name, value }) => this.declare(name, node.type, value));
        return this.expressionStatement((frame) => {
          let last: Value = null;
          for (const declare of all) {
            last = declare(frame);
          }
          return last;
        }, isLast);
      }
      case 'declare-several':
        return this.declareSeveral(node.names, node.value);
      case 'block':
        return this.block(() => this.statements(node.body, isLast));
      case 'if':
        return this.#if(node, isLast);
      case 'while':
        return this.#while(node);
      case 'for':
        return this.block(() => this.#for(node));
      case 'for-each':
        return this.block(() => this.#forEach(node));
      case 'switch':
        return this.#switch(node, isLast);
      case 'try':
        return this.#try(node, isLast);
      case 'throw':
        return this.#throw(node.value);
      case 'return': {
        const run = node.value ? this.expression(node.value).run : () => null;
        return (frame) => {
          frame.run.returned = run(frame);
          return 'return';
        };
      }
      case 'break':
        return () => 'break';
      case 'continue':
        return () => 'continue';
    }
  }

  #if({ condition, yes, no }: Extract<Statement, { kind: 'if' }>, isLast: boolean): Execute {
    const test = this.condition(condition);
    const one = this.block(() => this.statement(yes, isLast));
    const two = no ? this.block(() => this.statement(no, isLast)) : undefined;
    return two
      ? (frame) => (test(frame) ? one(frame) : two(frame))
      : (frame) => (test(frame) ? one(frame) : 'normal');
  }

  #while({ condition, body, isChecked }: Extract<Statement, { kind: 'while' }>): Execute {
    const test = this.condition(condition);
    const execute = this.pass(body, () => this.statement(body, false));
    return (frame) => {
      let isFirst = isChecked === 'after';
      while (isFirst || test(frame)) {
        isFirst = false;
        frame.run.tick();
        const completion = execute(frame);
        if (completion === 'break') {
          break;
        }
        if (completion === 'return') {
          return completion;
        }
      }
      return 'normal';
    };
  }

  #for({ start, condition, update, body }: Extract<Statement, { kind: 'for' }>): Execute {
    const begin = start.map((each) => this.statement(each, false));
    const test = condition ? this.condition(condition) : () => true;
    const next = update.map((each) => this.expression(each).run);
    const execute = this.pass(body, () => this.statement(body, false));
    return (frame) => {
      for (const each of begin) {
        each(frame);
      }
      while (test(frame)) {
        frame.run.tick();
        const completion = execute(frame);
        if (completion === 'break') {
          break;
        }
        if (completion === 'return') {
          return completion;
        }
        for (const each of next) {
          each(frame);
        }
      }
      return 'normal';
    };
  }

  #forEach({ name, type, items, body }: Extract<Statement, { kind: 'for-each' }>): Execute {
    const { semantics } = this;
    const list = this.expression(items).run;
    // One variable for all iterations, which closures in the body can observe.
    const set = this.declareGiven(name, type);
    const execute = this.pass(body, () => this.statement(body, false));
    return (frame) => {
      const source = list(frame);
      const all = semantics.items(source);
      const before = iterationStamp(source);
      for (let at = 0; at < all.length; at++) {
        frame.run.tick();
        set(frame, all[at]);
        const completion = execute(frame);
        if (completion === 'break') {
          break;
        }
        if (completion === 'return') {
          return completion;
        }
        if (iterationStamp(source) !== before) {
          throw new UnsupportedScript('a list that changes while a loop reads it');
        }
      }
      return 'normal';
    };
  }

  #switch({ value, cases }: Extract<Statement, { kind: 'switch' }>, isLast: boolean): Execute {
    const { semantics } = this;
    const read = this.expression(value).run;
    const all = this.block(() =>
      cases.map((each, index) => {
        const hasBreak = each.body.at(-1)?.kind === 'break';
        const body = hasBreak ? each.body.slice(0, -1) : each.body;
        const isValue = isLast && (hasBreak || index === cases.length - 1);
        return {
          tested: each.value ? this.expression(each.value).run : undefined,
          hasBreak,
          execute: this.statements(body, isValue),
        };
      }),
    );
    const fallback = cases.findIndex((each) => each.value === undefined);
    if (fallback >= 0 && fallback !== cases.length - 1) {
      throw new UnsupportedScript('a default that is not the last case');
    }
    return (frame) => {
      const given = read(frame);
      let at = all.findIndex(({ tested }) => tested === undefined || semantics.isCase(tested(frame), given));
      for (; at >= 0 && at < all.length; at++) {
        const { execute, hasBreak } = all[at] as (typeof all)[number];
        const completion = execute(frame);
        if (completion === 'break' || (completion === 'normal' && hasBreak)) {
          return 'normal';
        }
        if (completion !== 'normal') {
          return completion;
        }
      }
      return 'normal';
    };
  }

  #try({ body, catches, end }: Extract<Statement, { kind: 'try' }>, isLast: boolean): Execute {
    const { semantics } = this;
    const execute = this.block(() => this.statements(body, isLast));
    const handlers = catches.map((each) => {
      const types = each.types.map((type) => this.typeNamed(type));
      return this.block(() => {
        const set = this.declareGiven(each.name, undefined);
        return { types, set, run: this.statements(each.body, isLast) };
      });
    });
    const last = end ? this.block(() => this.statements(end, false)) : undefined;
    const guarded = (frame: Frame): Completion => {
      try {
        return execute(frame);
      } catch (error) {
        const throwable = throwableOf(error);
        const handler = handlers.find(
          ({ types }) =>
            throwable && (types.length === 0 || types.some((type) => semantics.isInstance(type, throwable))),
        );
        if (!throwable || !handler) {
          throw error;
        }
        handler.set(frame, throwable);
        return handler.run(frame);
      }
    };
    if (!last) {
      return guarded;
    }
    return (frame) => {
      let completion: Completion;
      try {
        completion = guarded(frame);
      } catch (error) {
        const ended = error instanceof ScriptException ? last(frame) : 'normal';
        if (ended === 'normal') {
          throw error;
        }
        return ended;
      }
      const { returned } = frame.run;
      const ended = last(frame);
      if (ended === 'normal') {
        frame.run.returned = returned;
        return completion;
      }
      return ended;
    };
  }

  #throw(value: Expression): Execute {
    const { run } = this.expression(value);
    return (frame) => {
      const thrown = run(frame);
      if (!(thrown instanceof Throwable)) {
        throw new UnsupportedScript('throw of a value that is not an exception');
      }
      throw new ScriptException(thrown);
    };
  }
}

/** The exception of a script; other errors cannot be caught by scripts. */
function throwableOf(error: unknown): Throwable | undefined {
  return error instanceof ScriptException ? error.throwable : undefined;
}
