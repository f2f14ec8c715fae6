import { durationOfMs, whole } from '../../lib/figures.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import { Html, html } from './html.ts';

/** Follows the samples from the tool to the report, as a receipt does. Explanations name nodes, so the public sees none. */
export function receipt(reconciliation: Reconciliation | null, isMember: boolean): Html {
  if (reconciliation === null) return new Html('');
  const { produced, framed, received, stored, reported, isComplete, startSpreadMs } = reconciliation;
  const row = (what: string, count: number) =>
    html`<div><dt>${what}</dt><dd class="${count === produced ? '' : 'bad'}">${whole(count)}</dd></div>`;
  const result = isComplete
    ? html`<p class="good">✓ Every sample is accounted for.</p>`
    : html`<p class="bad">✕ Not every sample is accounted for.</p>`;
  const sentences = [...reconciliation.explanations, ...(reconciliation.notes ?? [])];
  const why = isMember ? sentences.map((sentence) => html`<p>${sentence}</p>`) : '';
  const spread =
    startSpreadMs === null
      ? ''
      : html`<p class="soft">The first samples of the nodes lie ${durationOfMs(startSpreadMs)} apart.</p>`;
  return html`<h2>Receipt</h2>
<dl class="receipt">
${row('Samples the tool wrote', produced)}
${row('put into frames by the nodes', framed)}
${row('received by the service', received)}
${row('stored', stored)}
${row('in this report', reported)}
</dl>
${result}${why}${spread}`;
}
