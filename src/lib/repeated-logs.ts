import type { LogFn, Logger } from 'pino';

interface Repeated {
  count: number;
  /** The latest suppressed line. */
  emit: (() => void) | undefined;
}

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

const warnLevel = 40;

/**
 * A pino hook that logs equal warnings and errors at most once per `everyMs`. Suppressed lines follow as one line with
 * the count in `repeated`. Equal: same message, error and text fields, so that runs and nodes are separate.
 */
export function limitRepeated(everyMs: number): LogMethod {
  const recent = new Map<string, Repeated>();

  function release(key: string): void {
    const { emit } = recent.get(key) ?? {};
    recent.delete(key);
    if (!emit) return;
    hold(key);
    emit();
  }

  function hold(key: string): void {
    recent.set(key, { count: 0, emit: undefined });
    setTimeout(() => release(key), everyMs).unref();
  }

  return function logMethod(args, method, level) {
    if (level < warnLevel) {
      method.apply(this, args);
      return;
    }
    const key = keyOf(this, args);
    const known = recent.get(key);
    if (!known) {
      hold(key);
      method.apply(this, args);
      return;
    }
    known.count += 1;
    known.emit = () => method.apply(this, withCount(args, known.count));
  };
}

function keyOf(logger: Logger, args: Parameters<LogFn>): string {
  const [first, ...rest] = args as unknown[];
  const fields = typeof first === 'object' && first !== null ? first : { first };
  const texts = Object.entries({ ...logger.bindings(), ...fields }).map(([name, value]) => {
    if (value instanceof Error) return `${name}=${value.message}`;
    return typeof value === 'string' ? `${name}=${value}` : name;
  });
  return [...texts, ...rest.filter((each) => typeof each === 'string')].join('\n');
}

function withCount(args: Parameters<LogFn>, repeated: number): Parameters<LogFn> {
  const [first, ...rest] = args as unknown[];
  const counted =
    typeof first === 'object' && first !== null
      ? [{ ...first, repeated }, ...rest]
      : [{ repeated }, first, ...rest];
  return counted as unknown as Parameters<LogFn>;
}
