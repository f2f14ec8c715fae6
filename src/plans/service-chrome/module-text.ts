import { stripComments } from '../strip-comments.ts';

/** Facts about a script, read from its text without running it. */
export interface ModuleText {
  /** Run-time imports in the order of the text, each once. */
  imports: string[];
  hasDefaultExport: boolean;
  /** String literals passed to TestData.fromCSV and TestData.fromJSON. */
  dataFiles: string[];
  /** Whether it imports `test` from the first API version. */
  importsTest: boolean;
  /** Whether it writes files: a data file may be created during the run. */
  mayMakeFiles: boolean;
}

const quoted = String.raw`(["'])((?:\\.|(?!\1)[^\\\n]){0,2000})\1`;
/** Keywords of `import x from 'y'` and `export * from 'y'`, and tokens that cannot occur between them. */
const fromForm = new RegExp(String.raw`\b(?:import|export)\b|\bfrom\s*${quoted}|[;"'\`()=]`, 'g');
const importForms = [
  new RegExp(String.raw`\bimport\s*${quoted}`, 'g'),
  new RegExp(String.raw`\b(?:require|import)\s*\(\s*${quoted}\s*\)`, 'g'),
];
const defaultExport =
  /\bexport\s+default\b|\bexport\s*\{[^{}]{0,20000}\bas\s+default\b[^{}]{0,20000}\}|\bmodule\.exports\s*=|\bexports\.default\s*=|\bexports\[["']default["']\]\s*=/;
const dataForm = new RegExp(String.raw`\.\s*from(?:CSV|JSON)\s*(?:<[^()]{0,500}>\s*)?\(\s*${quoted}`, 'g');
const testImport =
  /\bimport\s*\{[^{}]{0,5000}(?<![\w$]|\bas\s+)test(?![\w$])[^{}]{0,5000}\}\s*from\s*["']@flood\/(?:chrome|element)["']/;
const makingFiles = /\b(?:writeFile|appendFile|createWriteStream|copyFile|rename)(?:Sync)?\s*\(/;

export function readModuleText(bytes: Uint8Array): ModuleText {
  const text = withoutComments(new TextDecoder().decode(bytes));
  const imports = new Set<string>(importedFrom(text));
  for (const form of importForms) {
    for (const found of text.matchAll(form)) {
      imports.add(found[2] ?? '');
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

/** One pass: a keyword is dropped at a token that cannot occur between it and `from`. */
function* importedFrom(text: string): Generator<string> {
  let keywordAt: number | undefined;
  for (const found of text.matchAll(fromForm)) {
    if (/^(?:import|export)$/.test(found[0])) keywordAt ??= found.index;
    else {
      const name = found[2];
      // Type-only imports need no uploaded file.
      if (keywordAt !== undefined && name !== undefined && !isOfTypes(text, keywordAt)) yield name;
      keywordAt = undefined;
    }
  }
}

const isOfTypes = (text: string, at: number) =>
  /^(?:import|export)\s+type\s+(?!from\b|,)/.test(text.slice(at, at + 200));

const withoutComments = (text: string) =>
  stripComments(text, { longQuote: '`', replaceString: (string) => string });
