import type { CommandWords, FlagWords } from './words.ts';

/** For a file called _spate in a folder of $fpath, or \`source <(spate completion zsh)\` after compinit. */
export function renderZsh(commands: readonly CommandWords[]): string {
  return `#compdef spate
# Completion of spate for zsh. Made by: spate completion zsh
_spate() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${commands.map(renderCommand).join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if [ "$funcstack[1]" = "_spate" ]; then
  _spate "$@"
else
  compdef _spate spate
fi
`;
}

function renderCommand({ name, verbs, takesFiles, flags }: CommandWords): string {
  const rest = takesFiles ? '*:file:_files' : verbs.length > 0 ? `1:what:(${verbs.join(' ')})` : null;
  const specs = [...flags.flatMap(flagSpecs), ...(rest === null ? [] : [rest])];
  // _arguments counts from the command's own name.
  return `    ${name})
      shift words; (( CURRENT-- ))
      _arguments -s \\
${specs.map((spec) => `        ${quote(spec)}`).join(' \\\n')}
      ;;`;
}

function flagSpecs({ long, short, sentence, value }: FlagWords): string[] {
  const text = sentence.replaceAll(/[[\]\\:]/g, '\\$&');
  const action = value === 'file' ? ':file:_files' : value === 'text' ? ':value: ' : '';
  const choices = typeof value === 'string' ? action : `:value:(${value.join(' ')})`;
  return [long, ...(short === null ? [] : [short])].map((name) => `*${name}[${text}]${choices}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
