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

test('tells options of the table, own flags and plain words apart', () => {
  assert.deepEqual(parse('launch', 'one', '--port', '9000', '--dry', '--name=x=y', 'two', '--data-dir=/d'), {
    wants: 'run',
    command,
    args: ['one', 'two'],
    flags: { dry: '', name: 'x=y' },
    lists: { dry: [''], name: ['x=y'] },
    optionFlags: { port: '9000', dataDir: '/d' },
  });
});

test('takes short flags, with their value behind a blank or not, and several times where that makes sense', () => {
  const line = parse('launch', '-s', 'one', '-stwo=2', '--stage', '-three', '-');
  assert.deepEqual(line.wants === 'run' && [line.args, line.lists], [
    ['-'],
    { stage: ['one', 'two=2', '-three'] },
  ]);
});

test('takes everything after -- as plain words', () => {
  const line = parse('launch', '--', '--port', '--help');
  assert.deepEqual(line.wants === 'run' && line.args, ['--port', '--help']);
});

test('asks for help without a command, with --help, and with help', () => {
  assert.deepEqual(parse(), { wants: 'help', command: null });
  assert.deepEqual(parse('--help'), { wants: 'help', command: null });
  assert.deepEqual(parse('help', 'launch'), { wants: 'help', command });
  assert.deepEqual(parse('launch', '--nonsense', '-h'), { wants: 'help', command });
  assert.deepEqual(parse('--version'), { wants: 'version' });
});

const mistakes: [argv: string[], message: RegExp, hint: RegExp][] = [
  [['lunch'], /There is no command "lunch"\./, /Did you mean "spate launch"\?/],
  [['frobnicate'], /There is no command "frobnicate"\./, /spate --help lists the commands\./],
  [['help', 'lanch'], /There is no command "lanch"\./, /spate launch/],
  [['launch', '--prot', '1'], /spate launch has no option --prot\./, /Did you mean --port\?/],
  [['launch', '--zzz'], /spate launch has no option --zzz\./, /spate launch --help/],
  [['launch', '-x'], /spate launch has no option -x\./, /spate launch --help/],
  [['launch', '--port'], /--port needs a value\./, /spate launch --help/],
  [['launch', '--name='], /--name needs a value\./, /spate launch --help/],
  [['launch', '--name', 'a', '--name', 'b'], /--name is given twice\./, /once/],
  [['launch', '--colour', 'wite'], /--colour cannot be "wite"\./, /Did you mean white\?/],
  [['launch', '--colour', 'ultraviolet'], /--colour cannot be/, /It is one of: red, white\./],
  [['launch', '--toString'], /spate launch has no option --toString\./, /./],
  [['launch', '--dry=yes'], /--dry takes no value\./, /spate launch --help/],
];
for (const [argv, message, hint] of mistakes) {
  test(`says what is wrong with: spate ${argv.join(' ')}`, () => {
    assert.throws(
      () => parse(...argv),
      (error) => error instanceof CliError && message.test(error.message) && hint.test(error.hint ?? ''),
    );
  });
}
