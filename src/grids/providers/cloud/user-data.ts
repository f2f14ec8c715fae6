import { quoteForShell } from '../../../lib/quote-for-shell.ts';

export interface UserDataFacts {
  /** Role of the machine: `node 3 of grid calm-reef`. */
  role: string;
  /** Shell line that joins the machine to the grid. */
  joinLine: string;
  /** The machine powers itself off at this time, independent of the service. */
  endsAt: Date;
  /** Cloud whose termination notices the node reads. */
  notices: 'aws' | 'azure';
}

const joinAttempts = 5;

/**
 * The script that makes a new Debian machine a node. The machine powers off at the end of the grid, by a timer of its own,
 * and when the agent ends because the grid has stopped.
 */
export function userData({ role, joinLine, endsAt, notices }: UserDataFacts): string {
  const endS = Math.ceil(endsAt.getTime() / 1000);
  return `#!/bin/sh
# Makes this machine ${role}.
end=${endS}
role=${quoteForShell(role)}
say() { printf 'spate: %s\\n' "$*"; }
power_off() { say "$1 Powering off."; systemctl poweroff; exit 1; }

[ "$(date +%s)" -lt "$end" ] || power_off 'The grid has ended.'
cat > /etc/systemd/system/spate-end.service << 'UNIT'
[Unit]
Description=End of the Spate grid
[Service]
Type=oneshot
ExecStart=/bin/systemctl poweroff
UNIT
cat > /etc/systemd/system/spate-end.timer << UNIT
[Unit]
Description=End of the Spate grid
[Timer]
OnCalendar=@$end
AccuracySec=1s
Persistent=true
[Install]
WantedBy=timers.target
UNIT
mkdir -p /etc/systemd/system/spate-node.service.d /etc/spate
cat > /etc/systemd/system/spate-node.service.d/machine.conf << 'UNIT'
[Unit]
SuccessAction=poweroff
UNIT
printf 'SPATE_INTERRUPTION_NOTICES=${notices}\\n' > /etc/spate/node.env
systemctl daemon-reload
systemctl enable --quiet --now spate-end.timer || power_off 'The timer for the end of the grid does not start.'

export DEBIAN_FRONTEND=noninteractive
attempt=1
while [ $attempt -le ${joinAttempts} ]; do
  say "Joining as $role, attempt $attempt."
  command -v curl > /dev/null || (apt-get -q update && apt-get -q install -y --no-install-recommends ca-certificates curl)
  if ${joinLine}; then exit 0; fi
  attempt=$((attempt + 1))
  sleep 10
done
power_off 'This machine could not join the grid.'
`;
}
