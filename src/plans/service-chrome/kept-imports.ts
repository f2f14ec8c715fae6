import { transformSync } from 'esbuild';
import { type ModuleText, readModuleText } from './module-text.ts';

/** The module without imports that TypeScript removes because only types of them are used. */
export function withoutTypeImports(name: string, text: ModuleText, content: Uint8Array): ModuleText {
  if (!/\.ts$/i.test(name)) {
    return text;
  }
  const kept = keptImports(content);
  return kept === undefined ? text : { ...text, imports: text.imports.filter((each) => kept.has(each)) };
}

/** Returns undefined for text that cannot be compiled, whose imports are kept as written. */
function keptImports(content: Uint8Array): ReadonlySet<string> | undefined {
  try {
    const { code } = transformSync(content, {
      loader: 'ts',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
      logLevel: 'silent',
      charset: 'utf8',
    });
    return new Set(readModuleText(new TextEncoder().encode(code)).imports);
  } catch {
    return undefined;
  }
}
