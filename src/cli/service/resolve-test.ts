import type { Client } from '../../contract/client.ts';
import type { ListedTestResource } from '../../contract/resources/load-test.ts';
import { CliError } from '../cli-error.ts';
import { pickByPrefix } from './pick-by-prefix.ts';

/** All tests, those with the latest runs first. */
export async function listTests(
  client: Client,
  filter: { search?: string; project?: string } = {},
): Promise<ListedTestResource[]> {
  const tests: ListedTestResource[] = [];
  for (let page = 1; ; page += 1) {
    const { _embedded, _links } = await client.tests.list({ ...filter, page });
    tests.push(..._embedded.tests);
    if (_links.next === undefined) return tests;
  }
}

/** Finds a test by name, id or id prefix. */
export async function resolveTest(
  text: string,
  client: Client,
  project: string | undefined,
): Promise<ListedTestResource> {
  const tests = await listTests(client, project === undefined ? {} : { project });
  const named = tests.filter(({ name, uuid }) => name === text || uuid === text);
  if (named.length > 1)
    throw new CliError(
      `"${text}" is the name of ${named.length} tests.`,
      `Choose one with --project: ${named.map((test) => test.project).join(', ')}.`,
    );
  const found = named[0] ?? pickByPrefix(text, tests, 'test', ({ uuid, name }) => `${uuid}  ${name}`);
  if (found) return found;
  throw new CliError(`Test not found: "${text}".`, 'List tests with: spate tests.');
}
