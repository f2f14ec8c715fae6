import type {
  ListedTestResource,
  TestListResource,
  TestResource,
} from '../../contract/resources/load-test.ts';
import type { ListedTest, LoadTest } from '../../domain/load-test.ts';
import type { LoadTestView } from '../../runs/load-tests.ts';
import { type Addresses, link, timestamp, withQuery } from './links.ts';
import { runResource } from './run.ts';

export function testResource(view: LoadTestView, addresses: Addresses): TestResource {
  return {
    ...commonOf(view.test),
    versions: view.versions.map(
      ({ version, planName, sha256, firstRunId, firstUsedAt, lastUsedAt, runs }) => ({
        version,
        plan: planName,
        sha256,
        first_run: firstRunId,
        first_used: timestamp(firstUsedAt),
        last_used: timestamp(lastUsedAt),
        runs,
      }),
    ),
    _embedded: { run: view.definition && runResource(view.definition, addresses) },
  };
}

export function testListResource(
  list: { total: number; pageSize: number; tests: ListedTest[] },
  page: number,
  filter: { search?: string; project?: string },
): TestListResource {
  const at = (number?: number) => link(withQuery('/tests', { ...filter, page: number }));
  const hasNext = page * list.pageSize < list.total;
  return {
    _links: { self: at(page === 1 ? undefined : page), ...(hasNext ? { next: at(page + 1) } : {}) },
    total: list.total,
    _embedded: { tests: list.tests.map(listedTest) },
  };
}

function listedTest({ lastRun, runs, planVersion, ...test }: ListedTest): ListedTestResource {
  return {
    ...commonOf(test),
    runs,
    plan_version: planVersion,
    last_run: lastRun && {
      uuid: lastRun.id,
      created: timestamp(new Date(lastRun.createdAt)),
      verdict: lastRun.verdict,
      baseline_verdict: lastRun.baselineVerdict,
    },
  };
}

function commonOf({ id, name, project, createdAt, baselineRunId, size }: LoadTest) {
  return {
    _links: { self: link(`/tests/${id}`), runs: link(withQuery('/runs', { test: id })) },
    uuid: id,
    name,
    project: project.name,
    created: timestamp(createdAt),
    baseline_run: baselineRunId,
    size: size && {
      users_per_node: size.usersPerNode,
      limit: size.limit,
      run: size.runId,
      measured: timestamp(new Date(size.at)),
    },
  };
}
