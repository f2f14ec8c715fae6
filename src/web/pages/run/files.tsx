import type { RunViewResource } from '../../../contract/resources/view.ts';
import { addressOf } from '../../app/api.ts';
import { Icon } from '../../components/icons.tsx';
import { Part } from '../../components/part.tsx';
import { bytes } from '../../format/figures.ts';

const known: Readonly<Record<string, { name: string; note: string }>> = {
  'text/csv': { name: 'Results as CSV', note: 'every 15 s, for each label' },
  'application/json': {
    name: 'Report as JSON',
    note: 'figures and charts, up to 2,000 labels and 200 errors',
  },
};

/** What can be taken home: results, report, archives, and what was uploaded. */
export function Files({ view }: { view: RunViewResource }) {
  // As the page shows them.
  const query = view.times === 'passed' ? '' : `?times=${view.times}`;
  const rows = [
    ...view.downloads.map(({ name, href, type }) => ({
      href: type === 'application/json' ? `${href}${query}` : href,
      ...(known[type] ?? { name, note: '' }),
    })),
    ...(view.status === 'queued'
      ? []
      : [
          {
            name: 'Report as a page',
            href: addressOf(`/runs/${view.uuid}/report.html${query}`),
            note: 'one HTML file that opens without a network',
          },
        ]),
    ...view.archives.map(({ href, size }, index) => ({
      name: `Archive ${index + 1}`,
      href,
      note: `${bytes(size)}, all that a node left behind`,
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
