import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CliError } from './cli-error.ts';
import type { Command } from './command.ts';
import { parseCommandLine } from './parse.ts';

const command: Command = {
  name: 'launch',
  summary: 'Launches.',
  usage: [''],
  options: ['port', 'dataDir'],
  flags: {
    dry: { sentence: 'Only pretend.' },
    name: { value: 'text', sentence: 'What to call it.' },
    stage: { value: 'n', short: 's', isRepeatable: true, sentence: 'A stage.' },
    colour: { value: 'word', choices: ['red', 'white'], sentence: 'Of the rocket.' },
  },
  examples: [],
  run: async () => 0,
};
const parse = (...argv: string[]) => parseCommandLine(argv, [command]);

test('separates table options, command flags and positional arguments', () => {
  assert.deepEqual(parse('launch', 'one', '--port', '9000', '--dry', '--name=x=y', 'two', '--data-dir=/d'), {
    wants: 'run',
    command,
    args: ['one', 'two'],
    flags: { dry: '', name: 'x=y' },
    lists: { dry: [''], name: ['x=y'] },
    optionFlags: { port: '9000', dataDir: '/d' },
  });
});

test('accepts short flags with attached or separate values, and repeatable flags', () => {
  const line = parse('launch', '-s', 'one', '-stwo=2', '--stage', '-three', '-');
  assert.deepEqual(line.wants === 'run' && [line.args, line.lists], [
    ['-'],
    { stage: ['one', 'two=2', '-three'] },
  ]);
});

test('treats everything after -- as positional arguments', () => {
  const line = parse('launch', '--', '--port', '--help');
  assert.deepEqual(line.wants === 'run' && line.args, ['--port', '--help']);
});

test('shows help without a command, with --help, and with help', () => {
  assert.deepEqual(parse(), { wants: 'help', command: null });
  assert.deepEqual(parse('--help'), { wants: 'help', command: null });
  assert.deepEqual(parse('help', 'launch'), { wants: 'help', command });
  assert.deepEqual(parse('launch', '--nonsense', '-h'), { wants: 'help', command });
  assert.deepEqual(parse('--version'), { wants: 'version' });
});

const mistakes: [argv: string[], message: RegExp, hint: RegExp][] = [
  [['lunch'], /Unknown command: "lunch"\./, /Did you mean "spate launch"\?/],
  [['frobnicate'], /Unknown command: "frobnicate"\./, /List commands with: spate --help/],
  [['help', 'lanch'], /Unknown command: "lanch"\./, /spate launch/],
  [['launch', '--prot', '1'], /Unknown option of spate launch: --prot\./, /Did you mean --port\?/],
  [['launch', '--zzz'], /Unknown option of spate launch: --zzz\./, /spate launch --help/],
  [['launch', '-x'], /Unknown option of spate launch: -x\./, /spate launch --help/],
  [['launch', '--port'], /--port requires a value\./, /spate launch --help/],
  [['launch', '--name='], /--name requires a value\./, /spate launch --help/],
  [['launch', '--name', 'a', '--name', 'b'], /--name is given more than once\./, /once/],
  [['launch', '--colour', 'wite'], /Invalid value for --colour: "wite"\./, /Did you mean white\?/],
  [['launch', '--colour', 'ultraviolet'], /Invalid value for --colour/, /Use one of: red, white\./],
  [['launch', '--toString'], /Unknown option of spate launch: --toString\./, /./],
  [['launch', '--dry=yes'], /--dry takes no value\./, /spate launch --help/],
];
for (const [argv, message, hint] of mistakes) {
  test(`rejects invalid arguments: spate ${argv.join(' ')}`, () => {
    assert.throws(
      () => parse(...argv),
      (error) => error instanceof CliError && message.test(error.message) && hint.test(error.hint ?? ''),
    );
  });
}
