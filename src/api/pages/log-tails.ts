import type { NodeLog } from '../../runs/runs.ts';
import { Html, html } from './html.ts';

/** Last log lines of each node, collapsed. */
export function logTails(logs: readonly NodeLog[]): Html {
  const spoken = logs.filter(({ lines }) => lines.length > 0);
  if (spoken.length === 0) return new Html('');
  return html`<h2>Log</h2>${spoken.map(
    ({ nodeIndex, lines }) =>
      html`<details><summary>Node ${String(nodeIndex + 1)}, last ${String(lines.length)} lines</summary><pre>${lines.join('\n')}</pre></details>`,
  )}`;
}
