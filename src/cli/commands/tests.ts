import type { RunChangesInput } from '../../contract/inputs.ts';
import { entriesOf, mapValues } from '../../contract/records.ts';
import type { ListedTestResource, TestResource } from '../../contract/resources/load-test.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { defaultStopAfterMin, numberLabels } from '../../contract/run-settings.ts';
import { suggestedAbortRule } from '../../contract/suggested-abort-rule.ts';
import { limitWords } from '../../contract/test-size.ts';
import { shownVerdict } from '../../contract/verdict-words.ts';
import { count, durationOfMs, percentOf, rate } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext, OwnFlag } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { moment } from '../render/moment.ts';
import { lineWidth, renderTable } from '../render/table.ts';
import { readGrids } from '../run/grid-choices.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { readSecretFlags, secretFlag } from '../run/secret-flag.ts';
import { engineFlag, numberFlags, privacyFlag, readSettings, textFlags } from '../run/setting-flags.ts';
import { listRuns } from '../service/list-runs.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { listTests, resolveTest } from '../service/resolve-test.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const shownRuns = 20;

export const tests: Command = {
  name: 'tests',
  summary: 'List tests, show their history, run them again, and pin baselines.',
  usage: [
    '[ls] [--project <name>]',
    'show <test>',
    'run <test> [options]',
    'edit <test> --name <name>',
    'baseline <test> [<run>] [--clear]',
    'diff <test> <version> <version>',
    'delete <test>',
  ],
  verbs: ['ls', 'show', 'run', 'edit', 'baseline', 'diff', 'delete'],
  options: clientOptions,
  flags: {
    project: { value: 'name', short: 'p', sentence: 'Only tests of this project.' },
    ...removable(numberFlags),
    property: {
      value: 'name=value',
      short: 'J',
      isRepeatable: true,
      sentence: 'With run: value of a parameter that the plan reads, such as -Jtarget_host=test.example.',
    },
    'system-property': {
      value: 'name=value',
      short: 'D',
      isRepeatable: true,
      sentence: 'With run: value of a system property that the plan reads, such as -Dusers=10.',
    },
    env: {
      value: 'NAME=value',
      short: 'E',
      isRepeatable: true,
      sentence:
        'With run: value of an environment variable that the plan reads, such as -ETARGET_HOST=test.example.',
    },
    secret: { ...secretFlag, sentence: `With run: ${secretFlag.sentence}` },
    ...removable(textFlags),
    engine: engineFlag,
    privacy: privacyFlag,
    'fail-if': {
      value: 'condition',
      isRepeatable: true,
      mayBeEmpty: true,
      sentence: 'With run: thresholds instead of those of the test.',
    },
    'abort-if': {
      value: 'rule',
      isRepeatable: true,
      mayBeEmpty: true,
      sentence: `With run: abort rules instead of those of the test. Suggested: '${suggestedAbortRule}'.`,
    },
    grid: {
      value: 'where',
      short: 'g',
      isRepeatable: true,
      sentence: 'With run: <region>=<nodes> or the id of a grid. Default: the grids of the test.',
    },
    nodes: {
      value: 'n',
      sentence: 'With run: nodes in all, on grids like those of the test. Default: as many as the test has.',
    },
    name: {
      value: 'text',
      short: 'n',
      sentence: 'With run: name of the run. With edit: new name of the test.',
    },
    notes: { value: 'text', mayBeEmpty: true, sentence: 'With run: notes.' },
    tag: {
      value: 'tag',
      isRepeatable: true,
      mayBeEmpty: true,
      sentence: 'With run: tags instead of those of the test.',
    },
    save: { sentence: 'With run: the test has these settings from now on.' },
    clear: { sentence: 'With baseline: remove the baseline.' },
    ...outputFlags,
    detach: { sentence: 'With run: print the run id and exit without watching.' },
    'stop-on-interrupt': { sentence: 'Stop the run on SIGINT or SIGTERM if there is no terminal to ask.' },
  },
  about:
    `A test is a plan with its files, settings, thresholds and grids; its runs form one history. "spate run --test <name>"\n` +
    `creates it, or adds a run and a version of the plan. <test> is its name or the first characters of its id. ${idSentence}\n` +
    `With run, absent options are those of the test, and an empty value removes one: -d ''.`,
  examples: [
    { line: 'spate tests show checkout', does: 'history, baseline and versions of the plan' },
    {
      line: 'spate tests run checkout -t 100 -Jtarget_host=staging.example',
      does: 'run it again with changes',
    },
    { line: 'spate tests edit checkout --name checkout-v2', does: 'rename it' },
    { line: 'spate tests baseline checkout last', does: 'compare later runs with the latest one' },
    { line: 'spate tests diff checkout 1 2', does: 'compare two versions of the plan' },
  ],
  run: (context) => runVerb(context, 'tests', { ls, show, run, edit, baseline, diff, delete: remove }),
};

/** Settings of the test that an empty value removes for the run. A choice has no empty value. */
function removable(flags: Record<string, OwnFlag>): Record<string, OwnFlag> {
  return mapValues(flags, (flag) => (flag.choices ? flag : { ...flag, mayBeEmpty: true as const }));
}

async function ls({ config, env, flags, terminal }: CommandContext): Promise<number> {
  const client = await openClient(config, env);
  const list = await listTests(client, flags.project === undefined ? {} : { project: flags.project });
  if (flags.json !== undefined) terminal.say(JSON.stringify(list, null, 2));
  else if (list.length === 0)
    terminal.note('No tests yet. Each run creates one: spate run plan.jmx --test <name>.');
  else terminal.say(renderTests(list, lineWidth(terminal.columns)));
  return 0;
}

function renderTests(list: readonly ListedTestResource[], most: number): string {
  const rows = list.map((test) => [
    test.uuid.slice(0, 8),
    test.name,
    test.project,
    String(test.runs),
    test.last_run === null ? '–' : moment(test.last_run.created),
    test.last_run?.verdict ? shownVerdict[test.last_run.verdict].toLowerCase() : '–',
    test.last_run?.baseline_verdict?.replaceAll('_', ' ') ?? '–',
  ]);
  const headings = ['id', 'name', 'project', 'runs', 'last run (UTC)', 'verdict', 'baseline'];
  return renderTable(headings, rows, ['left', 'left', 'left', 'right'], {
    most,
    shrinks: [1, 2],
    drops: [2, 4],
  });
}

async function show(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags, terminal } = context;
  const { client, test } = await open(context, onlyArgument(args, 'tests show <test>'));
  const found = await client.tests.get(test.uuid);
  const runs: RunResource[] = [];
  for await (const one of listRuns(client, { test: test.uuid })) if (runs.push(one) === shownRuns) break;
  if (flags.json !== undefined) terminal.say(JSON.stringify({ ...found, runs }, null, 2));
  else terminal.say(renderTest(found, runs, lineWidth(terminal.columns)));
  return 0;
}

function renderTest(
  { name, project, baseline_run, versions, size }: TestResource,
  runs: readonly RunResource[],
  most: number,
): string {
  const rows = runs.map((one) => [
    one.uuid.slice(0, 8),
    moment(one.created),
    one.verdict === null ? one.phase.replaceAll('_', ' ') : shownVerdict[one.verdict.word].toLowerCase(),
    one.figures === null ? '–' : durationOfMs(one.figures.p95),
    one.figures === null ? '–' : percentOf(one.figures.failed, one.figures.samples),
    one.figures === null ? '–' : rate(one.figures.throughput),
    String(one.test?.plan_version ?? '–'),
    one.uuid === baseline_run ? 'baseline' : (one.baseline?.verdict.replaceAll('_', ' ') ?? '–'),
  ]);
  const headings = ['run', 'created (UTC)', 'verdict', 'p95', 'failed', 'throughput', 'plan', 'baseline'];
  const table = renderTable(headings, rows, ['left', 'left', 'left', 'right', 'right', 'right', 'right'], {
    most,
    shrinks: [],
    drops: [5, 4, 6],
  });
  const contents = versions.map((each) => [
    String(each.version),
    each.plan,
    each.sha256.slice(0, 8),
    moment(each.first_used),
    String(each.runs),
  ]);
  return [
    `${name} in project ${project}. Baseline: ${baseline_run?.slice(0, 8) ?? 'none'}.`,
    ...(size === null
      ? []
      : [`One node carries ${count(size.users_per_node, 'virtual user')}; ${limitWords[size.limit]}.`]),
    '',
    runs.length === 0 ? 'No runs.' : table,
    '',
    renderTable(
      ['plan', 'file', 'sha256', 'first used (UTC)', 'runs'],
      contents,
      ['right', 'left', 'left', 'left', 'right'],
      { most, shrinks: [1] },
    ),
  ].join('\n');
}

async function run(context: CommandContext, args: readonly string[]): Promise<number> {
  checkOutputFlags(context);
  const { flags, lists } = context;
  const removed = entriesOf(numberLabels).filter(([, { flag }]) => flag && flags[flag.name] === '');
  const given = Object.entries(flags).filter(
    ([name]) => !removed.some(([, { flag }]) => flag?.name === name),
  );
  const settings = readSettings({ flags: Object.fromEntries(given), lists });
  const { client, test } = await open(context, onlyArgument(args, 'tests run <test>'));
  const stopAfterMin = defaultStopAfterMin(settings.duration, settings.rampup);
  const grids = await readGrids({ given: lists.grid ?? [], stopAfterMin }, client);
  const ofJvm = (lists['system-property'] ?? []).map((entry) => `-D${entry}`);
  const variables = (lists.env ?? []).map((entry) => `-E${entry}`);
  const parameters = [...(lists.property ?? []), ...ofJvm, ...variables];
  const secrets = await readSecretFlags(context);
  const changes: RunChangesInput = {
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(removed.map(([name]) => [name, ''])),
    ...(parameters.length > 0 && { parameters }),
    ...(secrets.length > 0 && { secrets }),
    ...(lists['fail-if'] && { fail_if: lists['fail-if'].filter(Boolean) }),
    ...(lists['abort-if'] && { abort_if: lists['abort-if'].filter(Boolean) }),
    ...(grids.length > 0 && { grids }),
    ...(flags.nodes !== undefined && { nodes: readNodes(flags.nodes) }),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.notes !== undefined && { notes: flags.notes }),
    ...(lists.tag && { tag_list: lists.tag.flatMap((tag) => tag.split(',')).filter(Boolean) }),
    ...(flags.engine !== undefined && { engine: flags.engine as RunChangesInput['engine'] }),
    ...(flags.privacy !== undefined && { privacy: flags.privacy as RunChangesInput['privacy'] }),
    ...(flags.save !== undefined && { save: true }),
  };
  return runToEnd(context, client, await client.tests.run(test.uuid, changes));
}

function readNodes(given: string): number {
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new CliError(`Invalid value for --nodes: "${given}".`, 'Use a positive integer.');
}

async function edit(context: CommandContext, args: readonly string[]): Promise<number> {
  const usage = 'tests edit <test> --name <name>';
  const wanted = onlyArgument(args, usage);
  const { name } = context.flags;
  if (name === undefined) throw new CliError('--name is required.', `Usage: spate ${usage}`);
  const { client, test } = await open(context, wanted);
  const changed = await client.tests.change(test.uuid, { name });
  context.terminal.note(`The test ${test.name} is named ${changed.name} from now on.`);
  return 0;
}

async function baseline(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags, terminal } = context;
  const [name, wanted, ...rest] = args;
  const isClear = flags.clear !== undefined;
  if (name === undefined || rest.length > 0 || (isClear && wanted !== undefined))
    throw new CliError(
      'A test is required, and a run or --clear.',
      'Usage: spate tests baseline <test> <run>',
    );
  const { client, test } = await open(context, name);
  if (isClear || wanted !== undefined) {
    const pinned = isClear ? '' : (await runOf(wanted ?? '', client, test)).uuid;
    await client.tests.change(test.uuid, { baseline: pinned });
  }
  const { baseline_run } = await client.tests.get(test.uuid);
  terminal.note(
    baseline_run === null
      ? `The test ${test.name} has no baseline.`
      : `Later runs of the test ${test.name} are compared with run ${baseline_run}.`,
  );
  if (baseline_run !== null) terminal.say(baseline_run);
  return 0;
}

/** `last` is the latest run of the test. */
async function runOf(
  text: string,
  client: Awaited<ReturnType<typeof openClient>>,
  test: ListedTestResource,
): Promise<{ uuid: string }> {
  if (text !== 'last' && text !== '-') return resolveRun(text, client);
  if (test.last_run) return test.last_run;
  throw new CliError(`The test ${test.name} has no runs.`, `Start one with: spate tests run ${test.name}`);
}

async function diff(context: CommandContext, args: readonly string[]): Promise<number> {
  const [name = '', from = '', to = ''] = args;
  if (args.length !== 3 || !/^[1-9]\d*$/.test(from) || !/^[1-9]\d*$/.test(to))
    throw new CliError('A test and two versions are required.', 'Usage: spate tests diff <test> 1 2');
  const { client, test } = await open(context, name);
  const { text } = await client.tests.diff(test.uuid, { from: Number(from), to: Number(to) });
  if (text === '') context.terminal.note(`Versions ${from} and ${to} are equal.`);
  else context.terminal.say(text.trimEnd());
  return 0;
}

async function remove(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, test } = await open(context, onlyArgument(args, 'tests delete <test>'));
  await client.tests.remove(test.uuid);
  context.terminal.note(`Test ${test.name} deleted. Its runs stay.`);
  return 0;
}

async function open({ config, env, flags }: CommandContext, name: string) {
  const client = await openClient(config, env);
  return { client, test: await resolveTest(name, client, flags.project) };
}
