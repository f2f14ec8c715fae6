/** What can be said of a script's text without running it. */
export interface ModuleText {
  /** What it imports at run time, in the order of the text, each once. */
  imports: string[];
  hasDefaultExport: boolean;
  /** Literal names given to TestData.fromCSV and TestData.fromJSON. */
  dataFiles: string[];
  /** It takes `test` from the API of the first scripts. */
  importsTest: boolean;
  /** It writes files, so a data file may be made during the run. */
  mayMakeFiles: boolean;
}

const quoted = String.raw`(["'])((?:\\.|(?!\1)[^\\\n])*)\1`;
const importForms = [
  // `import x from 'y'`, `export * from 'y'`; the names in between hold no quotes and no semicolon.
  new RegExp(String.raw`\b(?:import|export)\b[^;"'\`()=]*?\bfrom\s*${quoted}`, 'g'),
  new RegExp(String.raw`\bimport\s*${quoted}`, 'g'),
  new RegExp(String.raw`\b(?:require|import)\s*\(\s*${quoted}\s*\)`, 'g'),
];
const defaultExport =
  /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b[^}]*\}|\bmodule\.exports\s*=|\bexports\.default\s*=|\bexports\[["']default["']\]\s*=/;
const dataForm = new RegExp(String.raw`\.\s*from(?:CSV|JSON)\s*(?:<[^()]*>)?\s*\(\s*${quoted}`, 'g');
const testImport =
  /\bimport\s*\{[^}]*(?<![\w$]|\bas\s+)test(?![\w$])[^}]*\}\s*from\s*["']@flood\/(?:chrome|element)["']/;
const makingFiles = /\b(?:writeFile|appendFile|createWriteStream|copyFile|rename)(?:Sync)?\s*\(/;

export function readModuleText(bytes: Uint8Array): ModuleText {
  const text = withoutComments(new TextDecoder().decode(bytes));
  const imports = new Set<string>();
  for (const form of importForms) {
    for (const found of text.matchAll(form)) {
      // What is imported for its types only need not be there.
      if (!/^(?:import|export)\s+type\s+(?!from\b|,)/.test(found[0])) {
        imports.add(found[2] ?? '');
      }
    }
  }
  return {
    imports: [...imports],
    hasDefaultExport: defaultExport.test(text),
    dataFiles: [...new Set([...text.matchAll(dataForm)].map((found) => found[2] ?? ''))],
    importsTest: testImport.test(text),
    mayMakeFiles: makingFiles.test(text),
  };
}

/** Comments become blanks. Strings are stepped over whole, because `http://…` is no comment. */
function withoutComments(text: string): string {
  const tokens =
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(tokens, (token) => (/^\/[*/]/.test(token) ? ' ' : token));
}
