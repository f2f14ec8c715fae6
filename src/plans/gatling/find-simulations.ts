import { codeOnly, type Language, scanSource } from './scan-source.ts';

export interface Source {
  /** As uploaded. */
  name: string;
  text: string;
  language: Language;
}

export interface Simulation {
  /** With its package. */
  className: string;
  fileName: string;
}

interface DeclaredClass extends Simulation {
  simpleName: string;
  parents: string[];
  /** False for what cannot be made: abstract classes, and those whose constructor needs arguments. */
  isMakeable: boolean;
}

/** The simulations in the sources: top-level classes that extend Simulation, by themselves or through others of the sources. */
export function findSimulations(sources: readonly Source[]): Simulation[] {
  const classes = sources.flatMap(declaredClasses);
  const known = new Set(['Simulation']);
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const { simpleName } of classes.filter(({ parents }) => parents.some((name) => known.has(name)))) {
      known.add(simpleName);
    }
  }
  return classes
    .filter(({ parents, isMakeable }) => isMakeable && parents.some((name) => known.has(name)))
    .map(({ className, fileName }) => ({ className, fileName }));
}

const wanted =
  /\bpackage\s+(?!object\b)([\w.]+)\s*(\{)?|((?:\b(?:abstract|final|public|sealed|open|case|strictfp)\s+)*)\b(class|trait|interface)\s+(\w+)|[{}]/g;
const header =
  /\s*(?:\[[^\]]*\])?\s*(\([^)]*\))?\s*(?:extends|:)\s*([\w.]+(?:\s*\[[^\]]*\])?(?:\s*\([^)]*\))?(?:\s+with\s+[\w.]+(?:\[[^\]]*\])?)*)/y;

function declaredClasses(source: Source): DeclaredClass[] {
  const code = codeOnly(source.text, scanSource(source.text, source.language));
  const classes: DeclaredClass[] = [];
  /** What the open braces belong to: a package with that name, or anything else. */
  const scopes: (string | undefined)[] = [];
  let filePackage = '';
  for (const found of code.matchAll(wanted)) {
    const [whole, packageName, brace, modifiers, kind, simpleName] = found;
    if (packageName !== undefined) {
      if (brace) {
        scopes.push(packageName);
      } else {
        filePackage = join(filePackage, packageName);
      }
    } else if (simpleName !== undefined) {
      if (scopes.every((scope) => scope !== undefined)) {
        header.lastIndex = found.index + whole.length;
        const [, parameters, parents] = header.exec(code) ?? [];
        classes.push({
          className: [filePackage, ...scopes, simpleName].filter((part) => part !== '').join('.'),
          fileName: source.name,
          simpleName,
          parents: (parents ?? '').split(/\s+with\s+/).map(lastPart),
          isMakeable:
            kind === 'class' && !/\babstract\b/.test(modifiers ?? '') && !/[^\s()]/.test(parameters ?? ''),
        });
      }
    } else if (whole === '{') {
      scopes.push(undefined);
    } else {
      scopes.pop();
    }
  }
  return classes;
}

const join = (first: string, second: string) => (first === '' ? second : `${first}.${second}`);

const lastPart = (name: string) => /([\w]+)\s*(?:[[(].*)?$/s.exec(name.trim())?.[1] ?? '';
