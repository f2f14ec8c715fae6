import type { RunViewResource } from '../../../contract/resources/view.ts';
import { Icon } from '../../components/icons.tsx';
import { Part } from '../../components/part.tsx';
import { bytes } from '../../format/figures.ts';
import { reportUrl } from './report-url.ts';

/** Downloads with the sample selection of the page. */
const selecting = ['application/json', 'application/pdf'];
const known: Readonly<Record<string, { name: string; note: string }>> = {
  'text/csv': { name: 'Results as CSV', note: 'per label, in intervals of 15 s' },
  'application/json': {
    name: 'Report as JSON',
    note: 'summary and charts, up to 2,000 labels and 200 errors',
  },
  'application/pdf': { name: 'Report as PDF', note: 'for printing' },
};

/** Downloads: results, report, archives and uploaded files. */
export function Files({ view }: { view: RunViewResource }) {
  // The same sample selection as on the page.
  const query = view.times === 'passed' ? '' : `?times=${view.times}`;
  const rows = [
    ...view.downloads.map(({ name, href, type }) => ({
      href: selecting.includes(type) ? `${href}${query}` : href,
      ...(known[type] ?? { name, note: '' }),
    })),
    ...(view.status === 'queued'
      ? []
      : [
          {
            name: 'Report as HTML',
            href: reportUrl(view),
            note: 'self-contained, opens offline',
          },
        ]),
    ...view.archives.map(({ href, size }, index) => ({
      name: `Archive ${index + 1}`,
      href,
      note: `${bytes(size)}, all output of one node`,
    })),
    ...view.files.map(({ name, href, size }) => ({ name, href, note: `${bytes(size)}, uploaded` })),
  ];
  if (rows.length === 0) return null;
  return (
    <Part title="Files">
      <ul class="files">
        {rows.map(({ name, href, note }) => (
          <li key={href}>
            <a href={href} download>
              <Icon name="download" /> {name}
            </a>
            <span class="soft">{note}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
