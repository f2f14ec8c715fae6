import { AppError } from '../../domain/errors.ts';
import { findDataFile, uploadOf } from '../data-files.ts';
import { nodeVariablesIn, withoutDuplicates } from '../environment-parameters.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import { type DescribedDataFile, emptyDescription, type PlanDescription } from '../plan-description.ts';
import { baseName, type PlanFile } from '../plan-file.ts';
import type { PlanReader } from '../plan-reader.ts';
import { matchDataFiles } from './data-pattern.ts';
import { type ModuleText, readModuleText } from './module-text.ts';
import { apiModules, reachableModules, resolveFile, type UploadedModule } from './uploaded-modules.ts';

export const serviceChromePlans: PlanReader = {
  // TestData.fromCSV reads column names from the first line.
  hasHeader: (fileName) => /\.(?:csv|tsv|ssv)$/i.test(fileName) || undefined,
  isPlanName: (name) =>
    /\.[tj]s$/i.test(name) && !/\.d\.ts$/i.test(name) && !name.split('/').includes('node_modules'),
  leaseProblem: (fileName, planName, files) => {
    const names = files.map((file) => file.name);
    const paths = reachableModules(planName, files).flatMap(({ text }) => text.dataFiles);
    const isRead = paths.some(
      (path) => !path.includes('*') && uploadOf(findDataFile(path, names)) === fileName,
    );
    return isRead && /\.(?:csv|tsv|ssv|txt)$/i.test(fileName)
      ? undefined
      : 'no TestData.fromCSV of the script reads it';
  },
  choose,
  check,
  describe: describeScript,
};

/** Lists steps with literal names. */
function describeScript(planName: string, files: readonly PlanFile[]): PlanDescription {
  const names = files.map((file) => file.name);
  const modules = reachableModules(planName, files);
  const sources = modules.map(({ name }) => textOf(files.find((file) => file.name === name)));
  const steps = sources.flatMap((source) => [
    ...source.matchAll(/\bstep(?:\.\w+)?\(\s*(['"`])((?:(?!\1)[^\\$]){1,500})\1/g),
  ]);
  return {
    ...emptyDescription(),
    parameters: withoutDuplicates(sources.flatMap((source) => [...nodeVariablesIn(source)])),
    labels: [...new Set(steps.map(([, , step = '']) => step))],
    dataFiles: modules.flatMap(({ name, text }) =>
      text.dataFiles.map((path): DescribedDataFile => {
        const found = path.includes('*') ? undefined : findDataFile(path, names);
        const state = found?.kind ?? (matchDataFiles(path, names).length > 0 ? 'there' : 'missing');
        const file = (found && uploadOf(found)) ?? null;
        return { path, use: 'csv', element: name, state, file };
      }),
    ),
  };
}

function textOf(file: PlanFile | undefined): string {
  return new TextDecoder().decode(file?.content ?? new Uint8Array());
}

interface Candidate {
  name: string;
  text: ModuleText;
}

/** The requested script, else the only file that looks like a script and is not imported by another. */
function choose(files: readonly PlanFile[], parameters: OverrideParameters): string {
  const candidates = files
    .filter((file) => serviceChromePlans.isPlanName(file.name))
    .map((file) => ({ name: file.name, text: readModuleText(contentOf(file)) }));
  const wanted = parameters.systemProperties.get('script') ?? parameters.properties.get('script');
  if (wanted !== undefined) {
    return chooseNamed(wanted, candidates);
  }
  const usingApi = candidates.filter(({ text }) => text.imports.some((name) => apiModules.includes(name)));
  const groups = [
    usingApi.filter(({ text }) => text.hasDefaultExport),
    usingApi,
    candidates.filter(({ name, text }) => text.hasDefaultExport && !/\.config\.[tj]s$/.test(name)),
  ];
  const group = groups.find((found) => found.length > 0);
  if (!group) {
    throw new AppError(
      'plan_missing',
      `No browser script was uploaded: none of the files is a .ts or .js file that imports @flood/element or has a default export (${listNames(files)}).`,
    );
  }
  const [first, ...others] = group.length === 1 ? group : withoutImported(group, files);
  if (first && others.length === 0) {
    return first.name;
  }
  const listed = group.map(({ name }) => name).sort();
  throw new AppError(
    'plan_ambiguous',
    `Several of the uploaded files could be the script: ${listed.join(', ')}. Choose one with -Dscript=${listed[0]} in override_parameters.`,
  );
}

function chooseNamed(wanted: string, candidates: readonly Candidate[]): string {
  const matches = candidates.filter(({ name }) => name === wanted || baseName(name) === wanted);
  const found =
    matches.find(({ name }) => name === wanted) ?? (matches.length === 1 ? matches[0] : undefined);
  if (found) {
    return found.name;
  }
  const known = candidates.map(({ name }) => name).join(', ') || 'none';
  throw new AppError(
    'plan_missing',
    `The script ${wanted} in override_parameters ${matches.length === 0 ? 'was not uploaded' : 'was uploaded more than once'} (uploaded scripts: ${known}).`,
  );
}

/** Drops files that another file imports. */
function withoutImported(group: readonly Candidate[], files: readonly PlanFile[]): Candidate[] {
  const names = new Set(files.map((file) => file.name));
  const imported = new Set(
    group.flatMap(({ name, text }) => text.imports.map((specifier) => resolveFile(name, specifier, names))),
  );
  return group.filter(({ name }) => !imported.has(name));
}

function check(planName: string, files: readonly PlanFile[]): string[] {
  const modules = reachableModules(planName, files);
  const script = modules[0];
  if (!script) {
    throw new AppError('plan_missing', `The script ${planName} is not among the uploaded files.`);
  }
  const problems: string[] = [];
  const warnings: string[] = [];
  if (script.text.importsTest) {
    problems.push(
      `${planName} calls test(), which is no longer supported. Use "export default suite(step => { … })" with the same steps.`,
    );
  } else if (!script.text.hasDefaultExport) {
    problems.push(
      `${planName} has no default export: a script must export a default function that defines its steps.`,
    );
  }
  // A tsconfig may redirect imports; only the compiler resolves them then.
  const doubts = files.some((file) => baseName(file.name) === 'tsconfig.json') ? warnings : problems;
  const mayMakeFiles = modules.some((module) => module.text.mayMakeFiles);
  for (const module of modules) {
    doubts.push(...missingImports(module));
    checkDataFiles(module, files, mayMakeFiles ? warnings : problems, warnings);
  }
  if (problems.length > 0) {
    throw new AppError(
      'plan_broken',
      problems.join(' '),
      problems.map((message) => ({ code: 'plan_broken', message, field: 'run_files[]' })),
    );
  }
  return warnings;
}

function missingImports({ name, missingFiles, missingPackages }: UploadedModule): string[] {
  return [
    ...missingFiles.map((file) => `${name} imports ${file}, which was not uploaded.`),
    ...[...new Set(missingPackages)].map(
      (found) =>
        `${name} imports the package ${found}, which is neither provided nor uploaded. Upload a zip with the script and its node_modules folder.`,
    ),
  ];
}

function checkDataFiles(
  { name, text }: UploadedModule,
  files: readonly PlanFile[],
  missing: string[],
  warnings: string[],
): void {
  const names = files.map((file) => file.name);
  for (const path of text.dataFiles) {
    const found = path.includes('*') ? patternKind(path, names) : findDataFile(path, names).kind;
    if (found === 'missing') {
      missing.push(`${name} needs the data file ${path}, which was not uploaded.`);
    } else if (found === 'elsewhere') {
      warnings.push(`${name} names the data file ${path}; the uploaded file of the same name is used.`);
    }
  }
}

/** `users*.csv` matches any number of uploaded files. */
function patternKind(path: string, names: readonly string[]): 'there' | 'missing' {
  return matchDataFiles(path, names).length > 0 ? 'there' : 'missing';
}

function contentOf(file: PlanFile): Uint8Array {
  if (!file.content) {
    throw new AppError('plan_broken', `${file.name} has no content.`);
  }
  return file.content;
}

function listNames(files: readonly PlanFile[]): string {
  return files.length === 0 ? 'no files' : files.map((file) => file.name).join(', ');
}
