import { readFile } from 'node:fs/promises';

/** A file to write, relative to the new folder. */
export interface StarterFile {
  name: string;
  content: string;
}

/** A browser script to begin with, and all that an editor needs to know its API. */
export async function browserStarter(name: string): Promise<StarterFile[]> {
  const types = new URL('../../tools/service-chrome/script/element.d.ts', import.meta.url);
  return [
    { name: `${name}.ts`, content: script(name) },
    { name: 'tsconfig.json', content: tsconfig },
    { name: 'types/flood-element.d.ts', content: withoutRemarks(await readFile(types, 'utf8')) },
    { name: 'types/provided.d.ts', content: provided },
  ];
}

/** What only our own checks read. */
function withoutRemarks(types: string): string {
  return types.replace(/^\/\/ biome-ignore.*\n/gm, '');
}

const script = (name: string) => `import assert from 'assert'
import { By, step, TestSettings } from '@flood/element'

/**
 * ${name}
 * What one visitor does. Try it out with: spate verify ${name}.ts -D url=https://shop.example/
 */
export const settings: TestSettings = {
  // Think time between two actions, and after each step.
  actionDelay: '1s',
  stepDelay: '2s',
  // Wait for elements before they are used.
  waitUntil: 'visible',
  screenshotOnFailure: true,
}

// Parameters of a run (-D name=value) are in the environment.
const url = process.env.url ?? 'https://example.com/'

// One call for each visitor. Every step is measured under its name; a step that throws has failed.
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

/** Enough for an editor; whoever installs @types/node removes it. */
const provided = `// What scripts find besides the API. With @types/node installed, this file can go.
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
