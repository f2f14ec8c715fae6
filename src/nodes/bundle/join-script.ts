import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { agentRoutes } from '../../protocol/agent-routes.ts';

export interface JoinScriptFacts {
  /** URL of the service for machines elsewhere. */
  url: string;
  /** The CA that the machine must trust; null if the system's are enough. */
  caPem: string | null;
  version: string;
  /** Text of the systemd unit of a node. */
  unit: string;
  isRelease: boolean;
}

/** Where nodes are installed by default; the unit names it. */
const unitFolder = '/opt/spate-node';

/**
 * The shell script that installs a node on a bare Linux machine: it downloads the node bundle, installs it as a
 * systemd unit or runs it in the foreground, and joins. It contains no secret; the join token is in the environment,
 * which other users cannot read.
 */
export function joinScript({ url, caPem, version, unit, isRelease }: JoinScriptFacts): string {
  return `#!/bin/sh
# Makes this machine a node of a grid of Spate ${version} at ${url}.
# SPATE_JOIN_TOKEN is the join token. Arguments: [--install] [--foreground] [--dir <folder>] [--index <number>] [--name <name>]
#   --install     installs what the tools need (Java, Maven, browsers) with apt-get
#   --foreground  runs the node until Ctrl-C, instead of as the systemd unit spate-node
#   --dir         where to install; ${unitFolder} for root, otherwise ~/spate-node
#   --index       position of the node in its grid, from 0, if it is free
#   --name        name of the machine; default: its host name
set -eu
# Tools run as other users and must be able to read the programs.
umask 022

url=${quoteForShell(url)}
version=${quoteForShell(version)}
is_release=${isRelease ? 'yes' : 'no'}
ca=${quoteForShell(caPem?.trim() ?? '')}

say() { printf 'spate: %s\\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# A function, so that nothing runs if the download of this script is incomplete.
main() {
token=\${SPATE_JOIN_TOKEN-}
unset SPATE_JOIN_TOKEN
install=no foreground=no dir= index= machine=
while [ $# -gt 0 ]; do
  case $1 in
    --install) install=yes ;;
    --foreground) foreground=yes ;;
    --dir) [ $# -gt 1 ] || fail '--dir needs a folder.'; dir=$2; shift ;;
    --index)
      case \${2-} in '' | *[!0-9]*) fail '--index needs a number.' ;; esac
      index=$2; shift ;;
    --name)
      case \${2-} in '' | *[!A-Za-z0-9._-]*) fail '--name needs a name of letters, digits, dots and dashes.' ;; esac
      machine=$2; shift ;;
    -*) fail "Unknown option: $1. Known are --install, --foreground, --dir <folder>, --index <number> and --name <name>." ;;
    *) fail "Unexpected argument. The join token is given as SPATE_JOIN_TOKEN=…" ;;
  esac
  shift
done
[ -n "$token" ] || fail 'The join token is missing. Copy the whole command.'

[ "$(uname -s)" = Linux ] || fail "Nodes run on Linux; this is $(uname -s)."
case $(uname -m) in
  x86_64 | amd64) cpu=x64 ;;
  aarch64 | arm64) cpu=arm64 ;;
  *) fail "Nodes run on x64 and arm64; this is $(uname -m)." ;;
esac
for program in curl tar gzip; do
  command -v "$program" > /dev/null || fail "$program is missing. Install it, then run the command again."
done
is_root=no
[ "$(id -u)" != 0 ] || is_root=yes
if [ -z "$dir" ]; then
  if [ $is_root = yes ]; then dir=${unitFolder}; else dir=$HOME/spate-node; fi
fi
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

name=spate-node-$version-linux-$cpu
# The version of a clone does not change with its sources.
if [ $is_release = no ] || [ ! -x "$dir/$name/spate" ]; then
  say "Downloading $name from $url."
  work=$(mktemp -d "$dir/.download-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  set --
  if [ -n "$ca" ]; then
    printf '%s\\n' "$ca" > "$work/ca.pem"
    set -- --cacert "$work/ca.pem"
  fi
  # The token comes from standard input, because every user of the machine can read arguments.
  status=$(printf 'header = "Authorization: Bearer %s"\\n' "$token" |
    curl --silent --show-error "$@" --config - --output "$work/bundle" --write-out '%{http_code}' "$url${agentRoutes.bundles}/linux-$cpu") ||
    fail "The download failed. Can this machine reach $url?"
  [ "$status" = 200 ] || fail "The service answered $status: $(head -c 1000 "$work/bundle")"
  tar -xzf "$work/bundle" -C "$work" || fail 'The download is not complete. Run the command again.'
  sync
  rm -rf "\${dir:?}/$name"
  mv "$work/$name" "$dir/$name"
  rm -rf "$work"
  trap - EXIT
fi
ln -sfn "$name" "$dir/current"
spate=$dir/current/spate
if ! "$spate" --version > /dev/null 2>&1; then
  # Minimal systems lack libraries of a few kilobytes that Node.js needs.
  if [ $is_root = yes ] && command -v apt-get > /dev/null; then
    say 'Installing libatomic1 and libstdc++6, which Node.js needs, with apt-get.'
    (apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends libatomic1 libstdc++6) >&2
  elif [ $is_root = yes ] && command -v dnf > /dev/null; then
    say 'Installing libatomic and libstdc++, which Node.js needs, with dnf.'
    dnf --quiet install -y libatomic libstdc++ >&2
  fi
  "$spate" --version > /dev/null ||
    fail 'Node.js does not start on this machine. It needs glibc 2.28 or newer, libatomic and libstdc++. Install them (Debian and Ubuntu: apt-get install libatomic1 libstdc++6), then run the command again.'
fi

(umask 077 && printf '%s\\n' "$token" > "$dir/join-token")
if [ $install = yes ]; then
  [ $is_root = yes ] || fail '--install needs root.'
  "$spate" setup --tools
elif [ $is_root = yes ]; then
  "$spate" setup
fi

if [ $foreground = yes ] || [ $is_root = no ] || [ ! -d /run/systemd/system ]; then
  say 'Running in the foreground, until Ctrl-C.'
  exec "$spate" agent --join "@$dir/join-token" --dir "$dir/data" \${index:+--index "$index"} \${machine:+--name "$machine"}
fi
cat > /etc/systemd/system/spate-node.service << UNIT
${unitIn(unit)}UNIT
systemctl daemon-reload
systemctl enable --quiet spate-node
since=$(date +%s)
systemctl restart spate-node
waited=0
until "$spate" health --node "$dir/data" > /dev/null 2>&1; do
  if [ $waited -ge 120 ] || ! systemctl is-active --quiet spate-node; then
    journalctl --unit spate-node --since "@$since" --no-pager --output cat | tail -n 20 >&2
    fail 'The node has not joined. The lines above are its log; follow it with: journalctl --unit spate-node --follow'
  fi
  sleep 1
  waited=$((waited + 1))
done
say 'The node has joined and runs as the systemd unit spate-node. Its log: journalctl --unit spate-node --follow'
}
main "$@"
`;
}

/** The unit file, with the folder chosen by the script. It must not contain anything else that a shell expands. */
function unitIn(unit: string): string {
  return unit
    .replaceAll(unitFolder, '$dir')
    .replace(/^ExecStart=.*$/m, (line) => `${line}\${index:+ --index $index}\${machine:+ --name $machine}`);
}
