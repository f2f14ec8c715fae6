import { AppError } from '../../domain/errors.ts';
import { withoutDuplicates } from '../environment-parameters.ts';
import { parametersOfJvmCode } from '../jvm-parameters.ts';
import { emptyDescription } from '../plan-description.ts';
import type { PlanFile } from '../plan-file.ts';
import type { PlanReader } from '../plan-reader.ts';
import type { JavaClass, TestKind } from './java-classes.ts';
import { type JavaSource, readJavaSource, type SeleniumLine } from './java-source.ts';

export const javaSeleniumPlans: PlanReader = {
  isPlanName: (name) => name.toLowerCase().endsWith('.java'),
  choose: (files) => chooseSource(readSources(files), files).name,
  check,
  describe: (_planName, files) => {
    const { classes, kind } = readJavaPlan(files);
    const unknown = { threads: null, rampup: null, duration: null, loops: null };
    const threadGroups = classes.map((name) => ({ name, kind, isEnabled: true, ...unknown }));
    const parameters = withoutDuplicates(javaTexts(files).flatMap((text) => [...parametersOfJvmCode(text)]));
    return { ...emptyDescription(), threadGroups, parameters };
  },
};

/** How to compile and run a script. */
export interface JavaPlan {
  kind: 'main' | TestKind;
  /** The class with `main`, or all classes with tests. */
  classes: string[];
  /** All sources, as they may depend on each other. */
  sources: string[];
  /** Selenium versions in the order to try. */
  seleniumLines: SeleniumLine[];
}

/** Chooses the classes to run from the uploaded sources. Throws `plan_missing`. */
export function readJavaPlan(files: readonly PlanFile[]): JavaPlan {
  const sources = readSources(files);
  const chosen = chooseSource(sources, files);
  const known = classesByName(sources);
  const kind = chosen.hasMain ? 'main' : (testClasses(chosen, known)[0]?.kind ?? 'main');
  const tests = sources.flatMap((source) => testClasses(source, known)).filter((test) => test.kind === kind);
  const first = likelyLine(sources, chosen);
  return {
    kind,
    classes: kind === 'main' ? [chosen.className] : tests.map((test) => test.className),
    sources: sources.map((source) => source.name).filter((name) => !/(^|\/)module-info\.java$/.test(name)),
    seleniumLines: first === 3 ? [3, 4] : [4, 3],
  };
}

/** Classes of a source with tests, declared or inherited. */
function testClasses(
  source: JavaSource,
  known: ReadonlyMap<string, JavaClass>,
): { className: string; kind: TestKind }[] {
  return source.classes.flatMap((found) => {
    const kind = found.isAbstract ? undefined : testsOf(found, known);
    return kind ? [{ className: source.packagePrefix + found.name, kind }] : [];
  });
}

/** The first of several classes with the same name. */
function classesByName(sources: readonly JavaSource[]): Map<string, JavaClass> {
  const known = new Map<string, JavaClass>();
  for (const found of sources.flatMap((source) => source.classes)) {
    if (!known.has(found.name)) known.set(found.name, found);
  }
  return known;
}

/** Maximum depth of inheritance, far above real sources. */
const maxAncestors = 100;

function testsOf(found: JavaClass, known: ReadonlyMap<string, JavaClass>): TestKind | undefined {
  const seen = new Set<JavaClass>();
  for (let at: JavaClass | undefined = found; at && !seen.has(at) && seen.size < maxAncestors; ) {
    if (at.tests) {
      return at.tests;
    }
    seen.add(at);
    at = at.parent === undefined ? undefined : known.get(at.parent);
  }
  return undefined;
}

/** Of several sources with `main`, the one that reports to FloodSump, else the first uploaded. */
function chooseSource(sources: readonly JavaSource[], files: readonly PlanFile[]): JavaSource {
  const withMain = sources.filter((source) => source.hasMain);
  const known = classesByName(sources);
  const chosen =
    withMain.find((source) => source.usesFloodSump) ??
    withMain[0] ??
    sources.find((source) => testClasses(source, known).length > 0);
  if (chosen) {
    return chosen;
  }
  const names = files.length === 0 ? 'no files' : files.map((file) => file.name).join(', ');
  throw new AppError(
    'plan_missing',
    sources.length === 0
      ? `No Selenium script was uploaded: none of the files ends in .java (${names}).`
      : `None of the uploaded .java files has "public static void main(String[] args)" or tests of JUnit or TestNG (${names}).`,
  );
}

function check(planName: string, files: readonly PlanFile[]): string[] {
  const sources = readSources(files);
  const chosen = sources.find((source) => source.name === planName);
  const others = sources.filter((source) => source.hasMain && source.name !== planName);
  const warnings: string[] = [];
  if (chosen?.hasMain && others.length > 0) {
    const names = others.map((source) => source.name).join(', ');
    warnings.push(`${planName} is used; ${names} could be run too, but a run has one script.`);
  }
  const reports = sources.some((source) => source.usesFloodSump);
  const hasJars = files.some((file) => /\.jar$/i.test(file.name));
  if (chosen?.hasMain && !reports && !hasJars) {
    warnings.push(`${planName} does not use io.flood.selenium.FloodSump, so nothing would be measured.`);
  }
  return warnings;
}

/**
 * Evidence in the script itself takes precedence over that in its helpers; without any, reporting to FloodSump
 * decides.
 */
function likelyLine(sources: readonly JavaSource[], chosen: JavaSource): SeleniumLine {
  const stated = [chosen, ...sources].map((source) => source.seleniumLine).find((line) => line !== undefined);
  return stated ?? (chosen.usesFloodSump ? 3 : 4);
}

function javaTexts(files: readonly PlanFile[]): string[] {
  return files
    .filter((file) => javaSeleniumPlans.isPlanName(file.name))
    .map((file) => new TextDecoder().decode(file.content ?? new Uint8Array()));
}

function readSources(files: readonly PlanFile[]): JavaSource[] {
  return files
    .filter((file) => javaSeleniumPlans.isPlanName(file.name))
    .map((file) => readJavaSource(file.name, new TextDecoder().decode(file.content ?? new Uint8Array())));
}
