import type { FiguresResource } from '../../contract/resources/report.ts';
import type { PageCount } from '../../lib/demo-target.ts';
import { renderTable } from '../render/table.ts';

/** Labels of the plan and the paths they request. Its transactions (Browse, Buy) are not requests. */
export const pathOfLabel: Readonly<Record<string, string>> = {
  Home: '/',
  Search: '/search',
  Product: '/product',
  Cart: '/cart',
  Checkout: '/checkout',
};

type LabelCounts = Pick<FiguresResource, 'label' | 'passed' | 'failed'>;

export interface AgreementRow {
  label: string;
  path: string;
  target: PageCount;
  report: PageCount;
  isEqual: boolean;
}

/** Compares the counts of the target with the report, per page. */
export function compareCounts(
  counts: Record<string, PageCount>,
  labels: readonly LabelCounts[],
): AgreementRow[] {
  const rows = Object.entries(pathOfLabel).map(([label, path]) => {
    const figures = labels.find((one) => one.label === label);
    const report = figures
      ? { requests: figures.passed + figures.failed, failed: figures.failed }
      : { requests: 0, failed: 0 };
    return { label, path, target: counts[path] ?? { requests: 0, failed: 0 }, report };
  });
  // Requests without a label would otherwise go unnoticed.
  const others = Object.entries(counts)
    .filter(([path]) => !Object.values(pathOfLabel).includes(path))
    .map(([path, target]) => ({ label: '', path, target, report: { requests: 0, failed: 0 } }));
  return [...rows, ...others].map((row) => ({ ...row, isEqual: isSame(row.target, row.report) }));
}

/** False for a run without requests. */
export function isAgreed(rows: readonly AgreementRow[]): boolean {
  return rows.every((row) => row.isEqual) && rows.some((row) => row.target.requests > 0);
}

export function renderAgreement(rows: readonly AgreementRow[]): string {
  return renderTable(
    ['label', 'page', 'target: requests', 'failed', 'report: samples', 'failed', ''],
    rows.map(({ label, path, target, report, isEqual }) => [
      label,
      path,
      String(target.requests),
      String(target.failed),
      String(report.requests),
      String(report.failed),
      isEqual ? 'equal' : 'DIFFERENT',
    ]),
    ['left', 'left', 'right', 'right', 'right', 'right', 'left'],
  );
}

function isSame(one: PageCount, other: PageCount): boolean {
  return one.requests === other.requests && one.failed === other.failed;
}
