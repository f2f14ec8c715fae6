import { codeOnly, type Language, scanSource } from './scan-source.ts';

export interface Source {
  /** As uploaded. */
  name: string;
  text: string;
  language: Language;
}

export interface Simulation {
  /** Fully qualified. */
  className: string;
  fileName: string;
}

interface DeclaredClass extends Simulation {
  simpleName: string;
  parents: string[];
  /** False for classes that cannot be instantiated: abstract ones, and those whose constructor requires arguments. */
  isMakeable: boolean;
}

/**
 * Simulations in the sources: top-level classes that extend Simulation, directly or through other classes of the
 * sources.
 */
export function findSimulations(sources: readonly Source[]): Simulation[] {
  const classes = sources.flatMap(declaredClasses);
  const children = new Map<string, string[]>();
  for (const { simpleName, parents } of classes) {
    for (const parent of parents) {
      const list = children.get(parent) ?? [];
      list.push(simpleName);
      children.set(parent, list);
    }
  }
  // Grows during the iteration.
  const known = new Set(['Simulation']);
  for (const name of known) {
    for (const child of children.get(name) ?? []) known.add(child);
  }
  return classes
    .filter(({ parents, isMakeable }) => isMakeable && parents.some((name) => known.has(name)))
    .map(({ className, fileName }) => ({ className, fileName }));
}

const wanted =
  /\bpackage\s+(?!object\b)([\w.]+)\s*(\{)?|((?:\b(?:abstract|final|public|sealed|open|case|strictfp)\s+){0,8})\b(class|trait|interface)\s+(\w+)|[{}]/g;
const header =
  /\s*(?:\[[^\]]{0,500}\]\s*)?(?:(\([^)]{0,1000}\))\s*)?(?:extends|:)\s*([\w.]+(?:\s*\[[^\]]{0,500}\])?(?:\s*\([^)]{0,1000}\))?(?:\s+with\s+[\w.]+(?:\[[^\]]{0,500}\])?){0,100})/y;

/** Limits of nested packages and of the length of their names, far above real sources. */
const maxPackages = 100;
const maxPackageLength = 1_000;

function declaredClasses(source: Source): DeclaredClass[] {
  const code = codeOnly(source.text, scanSource(source.text, source.language));
  const classes: DeclaredClass[] = [];
  /** What each open brace belongs to: a package with that name, or anything else. */
  const scopes: (string | undefined)[] = [];
  let foreignScopes = 0;
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
      if (foreignScopes === 0 && scopes.length <= maxPackages) {
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
      foreignScopes += 1;
    } else if (scopes.length > 0 && scopes.pop() === undefined) foreignScopes -= 1;
  }
  return classes;
}

const join = (first: string, second: string) =>
  first === '' ? second : first.length > maxPackageLength ? first : `${first}.${second}`;

const lastPart = (name: string) => /([\w]+)\s*(?:[[(].*)?$/s.exec(name.trim())?.[1] ?? '';
