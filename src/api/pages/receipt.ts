import { durationOfMs, whole } from '../../lib/figures.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import { Html, html } from './html.ts';

/** Sample counts at each step from the tool to the report. Explanations contain node names and are for users of the account only. */
export function receipt(reconciliation: Reconciliation | null, isMember: boolean): Html {
  if (reconciliation === null) return new Html('');
  const { produced, framed, received, stored, reported, isComplete, startSpreadMs } = reconciliation;
  const row = (what: string, count: number) =>
    html`<div><dt>${what}</dt><dd class="${count === produced ? '' : 'bad'}">${whole(count)}</dd></div>`;
  const result = isComplete
    ? html`<p class="good">✓ All samples are accounted for.</p>`
    : html`<p class="bad">✕ Some samples are not accounted for.</p>`;
  const sentences = [...reconciliation.explanations, ...(reconciliation.notes ?? [])];
  const why = isMember ? sentences.map((sentence) => html`<p>${sentence}</p>`) : '';
  const spread =
    startSpreadMs === null
      ? ''
      : html`<p class="soft">First samples of the nodes: ${durationOfMs(startSpreadMs)} apart.</p>`;
  return html`<h2>Receipt</h2>
<dl class="receipt">
${row('Samples written by the tool', produced)}
${row('aggregated by the nodes', framed)}
${row('received by the service', received)}
${row('stored', stored)}
${row('in this report', reported)}
</dl>
${result}${why}${spread}`;
}
