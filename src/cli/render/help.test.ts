import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../commands/index.ts';
import { renderCommandHelp } from './help.ts';

test('wraps help texts to the terminal width without losing words', () => {
  for (const command of commands) {
    const optionsIn = (text: string) => text.split('\nOptions:\n')[1]?.split('\n\nExamples:')[0] ?? '';
    const narrow = optionsIn(renderCommandHelp(command, 100));
    const longest = Math.max(0, ...narrow.split('\n').map((line) => line.length));
    assert.ok(longest <= 100, `${command.name}: ${longest}`);
    const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);
    assert.deepEqual(wordsIn(narrow), wordsIn(optionsIn(renderCommandHelp(command))));
  }
});
