import type { CommandWords, FlagWords } from './words.ts';

/** For `source <(spate completion bash)`. Works with bash 3.2 and without the bash-completion package. */
export function renderBash(commands: readonly CommandWords[]): string {
  const names = [...commands.map((command) => command.name), 'help', '--help', '--version'];
  return `# Completion of spate for bash. Made by: spate completion bash
_spate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" command="" words="" files=""
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W ${quote(names.join(' '))} -- "$current") )
    return
  fi
  command="\${COMP_WORDS[1]}"
  case "$command" in
${commands.map(renderCommand).join('\n')}
    help) words=${quote(commands.map((command) => command.name).join(' '))} ;;
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
  if [ -n "$files" ] && [ "\${current#-}" = "$current" ]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY+=( $(compgen -f -- "$current") )
  fi
}
complete -F _spate spate
`;
}

function renderCommand({ name, verbs, takesFiles, flags }: CommandWords): string {
  const words = [...verbs, ...flags.flatMap((flag) => [flag.long, ...(flag.short ? [flag.short] : [])])];
  const cases = flags.filter((flag) => flag.value !== 'none').map(renderFlag);
  return [
    `    ${name})`,
    ...(cases.length === 0 ? [] : ['      case "$previous" in', ...cases, '      esac']),
    `      words=${quote(words.join(' '))}`,
    ...(takesFiles ? ['      files=yes'] : []),
    '      ;;',
  ].join('\n');
}

function renderFlag({ long, short, value }: FlagWords): string {
  const pattern = short === null ? long : `${long}|${short}`;
  if (value === 'file')
    return `        ${pattern}) compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=( $(compgen -f -- "$current") ); return ;;`;
  const words = typeof value === 'string' ? '' : value.join(' ');
  return `        ${pattern}) COMPREPLY=( $(compgen -W ${quote(words)} -- "$current") ); return ;;`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
