import { type ComparedCode, compareCodes } from '../../../contract/compare-codes.ts';
import type { FiguresResource } from '../../../contract/resources/report.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { percent, whole } from '../../format/figures.ts';

/** Samples by response code; nothing if all have the code 200. */
export function CodeTable({ total }: { total: FiguresResource }) {
  const codes = compareCodes([total]);
  if (codes.length === 0) return null;
  const samples = total.passed + total.failed;
  const countOf = ({ ofRuns: [found] }: ComparedCode) => found ?? { passed: 0, failed: 0 };
  const columns: Column<ComparedCode>[] = [
    { key: 'code', name: 'Code', isText: true, cell: ({ name }) => <span class="id">{name}</span> },
    {
      key: 'share',
      name: 'Share',
      cell: (code) => percent(countOf(code).passed + countOf(code).failed, samples),
    },
    { key: 'passed', name: 'Passed', cell: (code) => whole(countOf(code).passed) },
    { key: 'failed', name: 'Failed', cell: (code) => whole(countOf(code).failed) },
  ];
  return (
    <Part title="Response codes">
      <DataTable
        caption="Response codes"
        columns={columns}
        count={codes.length}
        rowAt={(index) => codes[index]}
        keyOf={({ name }) => name}
        drawsAll
      />
    </Part>
  );
}
