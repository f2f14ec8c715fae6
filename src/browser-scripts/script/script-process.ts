/**
 * `process` of a script: as ours is, but it cannot end the users beside it. `process.exit` is left to the process that
 * carries the users: it ends the one who called it.
 */
export function createScriptProcess(): NodeJS.Process {
  const refuse = (name: string) => () => {
    throw new Error(`process.${name}() is not available to a script; throw an error to fail the step`);
  };
  const refused = new Map<string | symbol, unknown>(
    ['abort', 'kill', 'reallyExit'].map((name) => [name, refuse(name)]),
  );
  return new Proxy(process, {
    get: (target, key) => {
      if (refused.has(key)) return refused.get(key);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
