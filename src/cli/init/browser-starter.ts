import { readFile } from 'node:fs/promises';
import { packageFile } from '../../lib/package-files.ts';

/** A file to write, relative to the new folder. */
export interface StarterFile {
  name: string;
  content: string;
}

/** A starter browser script with type definitions for editors. */
export async function browserStarter(name: string): Promise<StarterFile[]> {
  const types = packageFile('src/browser-scripts/script/element.d.ts');
  return [
    { name: `${name}.ts`, content: script(name) },
    { name: 'tsconfig.json', content: tsconfig },
    { name: 'types/flood-element.d.ts', content: withoutRemarks(await readFile(types, 'utf8')) },
    { name: 'types/provided.d.ts', content: provided },
  ];
}

/** Removes comments for our own linter. */
function withoutRemarks(types: string): string {
  return types.replace(/^\/\/ biome-ignore.*\n/gm, '');
}

const script = (name: string) => `import assert from 'assert'
import { By, step, TestSettings } from '@flood/element'

/**
 * ${name}
 * The actions of one virtual user. Try it out with: spate verify ${name}.ts -D url=https://shop.example/
 */
export const settings: TestSettings = {
  // Think time between two actions, and after each step.
  actionDelay: '1s',
  stepDelay: '2s',
  // Wait for elements before using them.
  waitUntil: 'visible',
  screenshotOnFailure: true,
}

// Parameters of a run (-D name=value) are environment variables.
const url = process.env.url ?? 'https://example.com/'

// Called once per virtual user. Each step is measured under its name; a step that throws has failed.
export default () => {
  step('Home', async (browser) => {
    await browser.visit(url)
  })

  step('Read the heading', async (browser) => {
    const heading = await browser.findElement(By.css('h1'))
    assert.notEqual(await heading.text(), '', 'The page has no heading')
  })
}
`;

const tsconfig = `{
  "compilerOptions": {
    "target": "esnext",
    "module": "commonjs",
    "moduleResolution": "bundler",
    "lib": ["esnext", "dom"],
    "types": [],
    "noEmit": true,
    "strict": true,
    "esModuleInterop": true,
    "experimentalDecorators": true,
    "resolveJsonModule": true
  },
  "include": ["**/*.ts"]
}
`;

/** Minimal types of Node.js; not needed with @types/node. */
const provided = `// Modules available to scripts besides the API. Delete this file if @types/node is installed.
declare const process: { env: Record<string, string | undefined> }

declare module 'assert' {
  function assert(value: unknown, message?: string | Error): asserts value
  namespace assert {
    function ok(value: unknown, message?: string | Error): asserts value
    function equal(actual: unknown, expected: unknown, message?: string | Error): void
    function notEqual(actual: unknown, expected: unknown, message?: string | Error): void
    function strictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T
    function notStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void
    function deepEqual(actual: unknown, expected: unknown, message?: string | Error): void
    function match(value: string, pattern: RegExp, message?: string | Error): void
    function fail(message?: string | Error): never
  }
  export = assert
}

declare module 'fs'
declare module 'path'
declare module 'crypto'
`;
