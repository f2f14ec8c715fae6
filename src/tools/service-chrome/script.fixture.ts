import type { Upload } from '../execution.fixture.ts';

export interface ScriptOptions {
  name?: string;
  /** Iterations of each user; default: unlimited. */
  loops?: number;
  /** Further settings, as text. */
  settings?: string;
  /** Statements before the default export, imports among them. */
  before?: string;
}

/** Writes a browser script for tests: without think time, with the given statements inside the default function. */
export function browserScript(body: string, options: ScriptOptions = {}): Upload {
  const { name = 'script.ts', loops, settings = '', before = '' } = options;
  const loopCount = loops === undefined ? '' : `loopCount: ${loops}, `;
  return {
    name,
    content: `import { step, TestData, TestSettings, Browser } from '@flood/element'
${before}

export const settings: TestSettings = { ${loopCount}actionDelay: '0s', stepDelay: '0s', ${settings} }

export default () => {
  ${body}
}
`,
  };
}

/**
 * A step that visits a path of the target `times` times per iteration; `path` is the inside of a template literal.
 * A new iteration costs a new page, which takes a browser ten times as long as a small document.
 */
export function visitStep(target: URL, path: string, times = 1): string {
  return `step.repeat(${times}, 'visit', async (browser: Browser, data: any) => {
    await browser.visit(\`${target.origin}${path}\`)
  })`;
}
