/** A top-level class of a source. */
export interface JavaClass {
  name: string;
  /** Superclass, without package and type arguments. */
  parent: string | undefined;
  isAbstract: boolean;
  /** Test framework of the tests that the class declares; undefined without tests. */
  tests: TestKind | undefined;
}

export type TestKind = 'junit' | 'testng';

const maxModifiersLength = 5_000;

/** The classes of a source without comments and with empty strings. */
export function classesIn(code: string): JavaClass[] {
  const kind = testKind(code);
  const classes: JavaClass[] = [];
  const declaration = /(?<![.\w])class\s+(\w+)([^{;]{0,1000})\{/g;
  for (let found = declaration.exec(code); found; found = declaration.exec(code)) {
    const [whole, name = '', header = ''] = found;
    const before = modifiersBefore(code, found.index);
    const end = endOfBody(code, found.index + whole.length);
    // TestNG applies an annotation of the class to each of its methods.
    const hasTests = /@(?:\w+\.)*\w*(?:Test|TestFactory|TestTemplate)\b/.test(
      before + code.slice(found.index, end),
    );
    classes.push({
      name,
      parent: /\bextends\s+(?:\w+\s*\.\s*)*(\w+)/.exec(withoutTypeArguments(header))?.[1],
      isAbstract: /\babstract\b/.test(before),
      tests: hasTests ? kind : undefined,
    });
    declaration.lastIndex = end;
  }
  return classes;
}

function testKind(code: string): TestKind | undefined {
  if (/\borg\.testng\./.test(code)) {
    return 'testng';
  }
  return /\b(?:org\.junit|junit)\./.test(code) ? 'junit' : undefined;
}

function endOfBody(code: string, start: number): number {
  let end = start;
  for (let depth = 1; depth > 0 && end < code.length; end += 1) {
    depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0;
  }
  return end;
}

/** Modifiers and annotations before a class, back to the previous statement or brace. */
function modifiersBefore(code: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < maxModifiersLength && !';{}'.includes(code[start - 1] ?? '')) start -= 1;
  return code.slice(start, end);
}

/** Unmatched `<` and `>` are kept. */
function withoutTypeArguments(header: string): string {
  const opened: number[] = [];
  const kept: string[] = [];
  for (const character of header) {
    if (character === '<') opened.push(kept.length);
    kept.push(character);
    const start = character === '>' ? opened.pop() : undefined;
    if (start !== undefined) {
      kept.length = start;
      kept.push(' ');
    }
  }
  return kept.join('');
}
