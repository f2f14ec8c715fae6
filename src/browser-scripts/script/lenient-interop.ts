const helper = /^var __toESM = [\s\S]*?^\)\);$/m;

/**
 * Makes `import * as assert` stay callable and `import assert` give the module: the bundler's own helper wraps each
 * CommonJS module into a plain object, which old scripts do not expect. Keeps the number of lines for the source map.
 */
export function lenientInterop(code: string): string {
  const found = helper.exec(code);
  if (found === null) return code;
  const lines = found[0].split('\n').length - 1;
  return code.replace(helper, () => lenientHelper + '\n'.repeat(lines));
}

const lenientHelper =
  'var __toESM = (mod, isNodeMode) => {' +
  ' if (mod === null || (typeof mod !== "object" && typeof mod !== "function")) return { default: mod };' +
  ' if (mod.__esModule && !isNodeMode) return mod;' +
  ' return new Proxy(mod, { get: (target, key) =>' +
  ' key === "default" && (isNodeMode || !("default" in target)) ? target : Reflect.get(target, key) });' +
  ' };';
