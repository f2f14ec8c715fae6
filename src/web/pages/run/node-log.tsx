import type { LogsResource } from '../../../contract/resources/log.ts';
import { count } from '../../format/figures.ts';

/** Last log lines of one node. */
export function NodeLog({ log }: { log: LogsResource['logs'][number] }) {
  return (
    <section aria-label={`Log of node ${log.node + 1}`}>
      <h3>
        Node {log.node + 1} <span class="soft">{count(log.lines.length, 'line')}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <pre tabIndex={0}>{log.lines.length === 0 ? 'No output yet.' : log.lines.join('\n')}</pre>
    </section>
  );
}
