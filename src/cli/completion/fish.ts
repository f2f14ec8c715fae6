import type { CommandWords, FlagWords } from './words.ts';

/** For ~/.config/fish/completions/spate.fish, or \`spate completion fish | source\`. */
export function renderFish(commands: readonly CommandWords[]): string {
  return [
    '# Completion of spate for fish. Made by: spate completion fish',
    'complete -c spate -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c spate -n __fish_use_subcommand -a ${quote(name)} -d ${quote(summary)}`,
    ),
    ...commands.flatMap(renderCommand),
    '',
  ].join('\n');
}

function renderCommand({ name, verbs, takesFiles, flags }: CommandWords): string[] {
  const start = `complete -c spate -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
  return [
    ...(verbs.length > 0 ? [`${start} -a ${quote(verbs.join(' '))}`] : []),
    ...(takesFiles ? [`${start} -F`] : []),
    ...flags.map((flag) => `${start} ${renderFlag(flag)}`),
  ];
}

function renderFlag({ long, short, sentence, value }: FlagWords): string {
  return [
    `-l ${quote(long.slice(2))}`,
    ...(short === null ? [] : [`-s ${quote(short.slice(1))}`]),
    ...(value === 'none' ? [] : value === 'file' ? ['-r -F'] : ['-x']),
    ...(typeof value === 'string' ? [] : [`-a ${quote(value.join(' '))}`]),
    `-d ${quote(sentence)}`,
  ].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`)}'`;
}
