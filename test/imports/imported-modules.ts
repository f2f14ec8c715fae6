const staticImport = /^import\s+(?:(?:type\s+)?[\w$*{},\s]+?\s+from\s+)?'([^']+)'/gm;
const reExport = /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s+from\s+'([^']+)'/gm;
const dynamicImport = /(?<![.#\w])(?:import|require)\(\s*'([^']+)'\s*\)/g;

/** The specifiers that a module imports: values and types, at its start or later. The formatter keeps them in this form. */
export function importedModules(source: string): string[] {
  return [staticImport, reExport, dynamicImport].flatMap((form) =>
    [...source.matchAll(form)].map(([, specifier = '']) => specifier),
  );
}
