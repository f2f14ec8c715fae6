import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { renderBash } from '../completion/bash.ts';
import { renderFish } from '../completion/fish.ts';
import { type CommandWords, wordsOf } from '../completion/words.ts';
import { renderZsh } from '../completion/zsh.ts';
import { onlyArgument } from '../verbs.ts';

const shells: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

/** The table of all commands is a parameter, because this command is part of it. */
export function createCompletion(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print a shell completion script.',
    usage: ['bash', 'zsh', 'fish'],
    takes: Object.keys(shells),
    options: [],
    flags: {},
    examples: [
      { line: 'source <(spate completion bash)', does: 'bash; add it to ~/.bashrc' },
      { line: 'source <(spate completion zsh)', does: 'zsh; add it to ~/.zshrc after compinit' },
      { line: 'spate completion fish > ~/.config/fish/completions/spate.fish', does: 'fish' },
    ],
    run: (context) => print(context, all()),
  };
}

async function print({ args, terminal }: CommandContext, commands: readonly Command[]): Promise<number> {
  const shell = onlyArgument(args, 'completion bash');
  const render = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (render === undefined)
    throw new CliError(`Unsupported shell: ${shell}.`, `Use one of: ${Object.keys(shells).join(', ')}.`);
  terminal.write(render(wordsOf(commands)));
  return 0;
}
