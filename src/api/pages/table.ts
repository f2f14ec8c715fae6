import { type Html, html } from './html.ts';

export interface Column {
  name: string;
  /** Alignment: text left, numbers right. */
  kind?: 'name' | 'text';
}

/** A scrollable table, accessible by keyboard. */
export function table(caption: string, columns: readonly Column[], rows: readonly Html[]): Html {
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${columns.map(({ name, kind }) => html`<th scope="col" class="${kind ?? ''}">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}
