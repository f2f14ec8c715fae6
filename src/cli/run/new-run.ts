import type { NewRunInput } from '../../contract/inputs.ts';
import { defaultStopAfterMin } from '../../contract/run-settings.ts';
import { parameterName } from '../../contract/secret-parameters.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { openClient } from '../service/open-client.ts';
import { readId } from '../verbs.ts';
import { readDollars } from './dollars.ts';
import type { GridOptions } from './grid-choices.ts';
import { guessTool } from './guess-tool.ts';
import { joinOverrides } from './overrides.ts';
import {
  isDocument,
  isRecordingUrl,
  isRequest,
  planOfDocument,
  planOfRecording,
  planOfRequests,
} from './request-arguments.ts';
import { openRunFiles, type RunFile } from './run-files.ts';
import { readSecretFlags } from './secret-flag.ts';
import { readSettings } from './setting-flags.ts';

/** Input of POST /runs; grids are resolved later, with the help of the service. */
export interface WantedRun {
  input: NewRunInput;
  grids: GridOptions;
}

/** Reads files and flags. Throws CliError for the first invalid one, before anything is sent. */
export async function readNewRun(context: CommandContext): Promise<WantedRun> {
  const { args, flags, lists, terminal } = context;
  const document = await documentOf(context);
  const files = await filesOf(context, document);
  const settings = readSettings({ flags, lists });
  const overrides = joinOverrides({
    properties: lists.property ?? [],
    systemProperties: lists['system-property'] ?? [],
    variables: lists.env ?? [],
    raw: lists.param ?? [],
  });
  const secrets = await readSecretFlags(context);
  const { duration, rampup } = settings;
  const stopAfter =
    flags['stop-after'] === undefined ? undefined : parseDuration(flags['stop-after'], '--stop-after');
  const input: NewRunInput = {
    tool:
      flags.tool ??
      (document !== undefined || args.some(isRequest)
        ? 'jmeter'
        : await noteGuessedTool(args, terminal.note)),
    files,
    name: flags.name,
    notes: flags.notes,
    project: flags.project,
    test: flags.test,
    tag_list: (lists.tag ?? []).flatMap((tag) => tag.split(',')),
    privacy: flags.privacy as NewRunInput['privacy'],
    max_cost: flags['max-cost'] === undefined ? undefined : readDollars(flags['max-cost'], '--max-cost'),
    ...settings,
    override_parameters: overrides,
    engine: flags.engine as NewRunInput['engine'],
    fail_if: [...(lists['fail-if'] ?? [])],
    abort_if: [...(lists['abort-if'] ?? [])],
    secrets,
  };
  const grids = {
    given: lists.grid ?? [],
    instanceType: flags['instance-type'],
    credentialId:
      flags.credential === undefined ? undefined : readId(flags.credential, 'run --credential <id>'),
    stopAfterMin:
      stopAfter === undefined
        ? defaultStopAfterMin(duration, rampup)
        : Math.max(1, Math.ceil(stopAfter / 60)),
  };
  return { input, grids };
}

/** The document that becomes the plan, of arguments without a request and without a plan of a tool. */
async function documentOf({ args, flags }: CommandContext): Promise<string | undefined> {
  const isPlan = (argument: string) => /\.(?:jmx|scala|kt|java|ts|js|mjs|zip|jar)$/i.test(argument);
  if (flags.tool !== undefined || args.some((argument) => isRequest(argument) || isPlan(argument)))
    return undefined;
  const found: string[] = [];
  for (const argument of args) if (await isDocument(argument)) found.push(argument);
  if (found.length > 1) throw new CliError('Several documents were given.', 'Give one of them.');
  return found[0];
}

/** Requests or a document become a plan; other arguments are files. */
async function filesOf(
  { args, flags, lists, terminal, config, env }: CommandContext,
  document: string | undefined,
): Promise<RunFile[]> {
  const requests = args.filter(isRequest);
  if (requests.length === 0 && document === undefined) return openRunFiles(args);
  const keepsSecrets = flags['keep-secrets'] !== undefined;
  const recording = requests.find(isRecordingUrl);
  if (recording !== undefined && requests.length > 1)
    throw new CliError(
      'A recording cannot be mixed with other requests.',
      'Give only the address of the .har file.',
    );
  const { file, warnings, secrets } = await (document !== undefined
    ? planOfDocument(document, keepsSecrets)
    : recording === undefined
      ? planOfRequests(requests, keepsSecrets)
      : planOfRecording(recording, keepsSecrets, await openClient(config, env)));
  const properties = [...(lists.property ?? []), ...(lists.secret ?? [])].map(parameterName);
  const missing = secrets.filter((name) => !properties.includes(name));
  if (missing.length > 0)
    throw new CliError(
      `The plan would contain secrets of the ${document === undefined ? 'command' : 'document'}.`,
      `Set them as secrets (${missing.map((name) => `--secret ${name}`).join(' ')}), or keep them in the plan with --keep-secrets.`,
    );
  for (const warning of warnings) terminal.note(`Note: ${warning}`);
  const others = args.filter((argument) => !isRequest(argument) && argument !== document);
  return [file, ...(others.length === 0 ? [] : await openRunFiles(others))];
}

async function noteGuessedTool(paths: readonly string[], note: (text: string) => void): Promise<string> {
  const { tool, because } = await guessTool(paths);
  note(`Tool: ${tool} (detected from ${because})`);
  return tool;
}
