import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { LoadTest } from '../domain/load-test.ts';
import { parseOverrideParameters, valueOfParameter } from '../plans/override-parameters.ts';
import { findRun, runFiles } from '../store/runs.ts';
import { changeTest, deleteTest, findTest, listTests, planFile, planVersions } from '../store/tests.ts';
import type { LoadTests, LoadTestView } from './load-tests.ts';
import { type LocalCopies, localCopies } from './local-copies.ts';
import { filesExpired } from './new-run.ts';
import type { RunContext } from './run-context.ts';
import { viewRuns } from './run-view.ts';
import type { Runs } from './runs.ts';

const pageSize = 50;
const maxVersions = 100;

export function createLoadTests(context: RunContext, runs: Runs): LoadTests {
  const { database } = context.grids;

  async function findOwn(actor: Actor, testId: string): Promise<LoadTest> {
    const test = await findTest(database, testId);
    const isOwn =
      test?.accountId === actor.accountId &&
      (actor.projectId === null || test.project.id === actor.projectId);
    if (!isOwn) throw notFound(`There is no test ${testId}.`);
    return test;
  }

  async function view(test: LoadTest): Promise<LoadTestView> {
    const run = test.runId === null ? undefined : await findRun(database, test.runId);
    const [definition = null] = run ? await viewRuns(context, [run]) : [];
    return { test, definition, versions: await planVersions(database, test.id, maxVersions) };
  }

  async function definitionOf(test: LoadTest): Promise<string> {
    if (test.runId !== null) return test.runId;
    throw new AppError(
      'files_expired',
      `All runs of the test ${test.name} were deleted, with its plan. Start a run with run[test]=${test.name}, and upload the plan.`,
    );
  }

  /** Throws unless the run belongs to the test. */
  async function requireRun(test: LoadTest, runId: string, field: string): Promise<void> {
    const run = await findRun(database, runId);
    if (run?.test?.id === test.id) return;
    const message = `Run ${runId} is not a run of the test ${test.name}. GET /runs?test=${test.id} lists its runs.`;
    throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
  }

  /** A measurement may belong to another test, so that it is not part of the history. */
  async function requireOwnRun(actor: Actor, runId: string): Promise<void> {
    const run = await findRun(database, runId);
    const isOwn =
      run?.accountId === actor.accountId && (actor.projectId === null || run.project.id === actor.projectId);
    if (isOwn) return;
    const message = `There is no run ${runId}.`;
    throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'test[sized_by]' }]);
  }

  async function planOf(test: LoadTest, version: number, local: LocalCopies) {
    const file = await planFile(database, test.id, version);
    if (!file)
      throw notFound(
        `The test ${test.name} has no version ${version} of its plan, or it was uploaded in an archive.`,
      );
    if (file.isRemoved) throw filesExpired(`with version ${version} of the test ${test.name}`);
    const { name, sizeBytes, storageKey } = file;
    return { title: `${name}, version ${version}`, path: await local.pathOf(storageKey), sizeBytes };
  }

  return {
    async list(actor, page, filter) {
      const window = { limit: pageSize, offset: (page - 1) * pageSize };
      return { pageSize, ...(await listTests(database, actor, filter, window)) };
    },

    get: async (actor, testId) => view(await findOwn(actor, testId)),

    async change(actor, testId, changes) {
      const test = await findOwn(actor, testId);
      const { runId, baselineRunId, name } = changes;
      if (runId !== undefined) await requireRun(test, runId, 'test[run]');
      if (typeof baselineRunId === 'string') await requireRun(test, baselineRunId, 'test[baseline]');
      if (changes.size) await requireOwnRun(actor, changes.size.runId);
      if (!(await changeTest(database, testId, changes))) {
        const message = `The project ${test.project.name} has another test with the name ${name}. Choose another name.`;
        throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'test[name]' }]);
      }
      return view(await findOwn(actor, testId));
    },

    async remove(actor, testId) {
      await findOwn(actor, testId);
      await deleteTest(database, testId);
    },

    async parameters(actor, testId) {
      const runId = await definitionOf(await findOwn(actor, testId));
      const { run } = await runs.get(actor, runId);
      const stored = (await runFiles(database, [runId])).get(runId) ?? [];
      if (stored.some(({ isRemoved }) => isRemoved)) throw filesExpired(runId);
      await using local = localCopies(context.files);
      const files = await local.withPaths(stored);
      const { parameters, rowFiles } = await context.examiner.inspect({ ...run, files });
      const given = parseOverrideParameters(run.overrideParameters);
      const others = run.secretNames.filter((name) => parameters.every((each) => each.name !== name));
      const all = [...parameters, ...others.map((name) => ({ name, default: null }))].map((each) => ({
        ...each,
        value: valueOfParameter(given, each.name, run.tool) ?? null,
        isSecret: run.secretNames.includes(each.name),
      }));
      return { parameters: all, rowFiles };
    },

    async run(actor, testId, changes) {
      return runs.repeatWith(actor, await definitionOf(await findOwn(actor, testId)), changes);
    },

    async diff(actor, testId, from, to) {
      const test = await findOwn(actor, testId);
      await using local = localCopies(context.files);
      return await context.examiner.diff(await planOf(test, from, local), await planOf(test, to, local));
    },
  };
}

function notFound(why: string): AppError {
  return new AppError('not_found', `Sorry, we cannot find that resource. ${why}`);
}
