import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { readSort, writeSort } from './sort-rows.ts';

export interface Column<T> {
  key: string;
  name: string;
  /** Left-aligned; numbers are right-aligned. */
  isText?: boolean;
  /** Direction of the first click; not sortable without it. */
  sorts?: 'up' | 'down';
  cell: (row: T) => ComponentChildren;
  /** Tooltip, such as the exact value. */
  title?: (row: T) => string | undefined;
}

export interface DataTableProps<T> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<T>[];
  count: number;
  /** Undefined while the row is loading. */
  rowAt: (index: number) => T | undefined;
  keyOf: (row: T) => string;
  /** Row of totals at the end. */
  foot?: T | undefined;
  /** Disables windowing, for rows of different heights. */
  drawsAll?: boolean;
  sort?: string;
  onSort?: (sort: string) => void;
  /** Reports the visible row range, for loading. */
  onWindow?: (first: number, last: number) => void;
  /** Enter on the active row. */
  onOpen?: (row: T) => void;
  /** x on the active row, where rows are selectable. */
  onPick?: (row: T) => void;
}

const rowHeight = 40;
const overscanRows = 8;
/** Rows are added and removed in groups, so that most scroll frames render none. */
const rowsPerGroup = 4;
/** Up to this count all rows are rendered and the page scrolls. */
const maxRenderedRows = 60;

/** A table that renders only visible rows. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, count, rowAt, keyOf, onWindow, onOpen, onPick } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 640 });
  const [active, setActive] = useState<number>();
  // A ref in addition to the state: key events may arrive faster than renders.
  const here = useRef<number>(undefined);
  const isLong = count > maxRenderedRows && !props.drawsAll;
  const first = isLong ? Math.max(0, Math.floor(view.top / rowHeight) - overscanRows) : 0;
  const last = isLong
    ? Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + rowsPerGroup + overscanRows)
    : count;

  const slots = Math.ceil(view.height / rowHeight) + 2 * (overscanRows + rowsPerGroup);

  useEffect(() => onWindow?.(first, last), [first, last, onWindow]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, clientHeight: height } = element;
      const top = scrollTop - (scrollTop % (rowHeight * rowsPerGroup));
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [isLong]);

  const move = (step: number) => {
    const next = Math.min(count - 1, Math.max(0, (here.current ?? (step > 0 ? -1 : count)) + step));
    here.current = next;
    setActive(next);
    const element = box.current;
    if (!element) return;
    if (isLong) {
      const top = next * rowHeight;
      const isInView =
        top >= element.scrollTop && top + 2 * rowHeight <= element.scrollTop + element.clientHeight;
      if (!isInView) element.scrollTop = top - element.clientHeight / 2;
    } else element.querySelectorAll('tbody tr')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const withRow = (act: (row: T) => void) => () => {
    const row = here.current === undefined ? undefined : rowAt(here.current);
    if (row !== undefined) act(row);
  };
  useKeys(
    [
      // On a page with several tables, the shortcuts belong to the table with openable or selectable rows.
      ...(onOpen || onPick
        ? [
            { key: 'j', does: 'Next row', run: () => move(1) },
            { key: 'k', does: 'Previous row', run: () => move(-1) },
          ]
        : []),
      ...(onOpen ? [{ key: 'Enter', does: 'Open row', run: withRow(onOpen) }] : []),
      ...(onPick ? [{ key: 'x', does: 'Select or deselect row', run: withRow(onPick) }] : []),
    ],
    [count, rowAt, onOpen, onPick, isLong],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable scroll container, not a form group.
    <div
      ref={box}
      class={isLong ? 'table long' : 'table'}
      role="group"
      aria-label={`${caption}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
    >
      <table aria-rowcount={count + (props.foot === undefined ? 1 : 2)}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr class="filler" style={{ height: `${first * rowHeight}px` }} />}
          {Array.from({ length: Math.max(0, last - first) }, (_, offset) => {
            const index = first + offset;
            const row = rowAt(index);
            return (
              <Row
                // In a long table, rows that leave the view are reused for rows that enter it.
                key={isLong ? index % slots : row === undefined ? index : keyOf(row)}
                index={index}
                row={row}
                columns={columns}
                isActive={index === active}
              />
            );
          })}
          {last < count && <tr class="filler" style={{ height: `${(count - last) * rowHeight}px` }} />}
        </tbody>
        {props.foot !== undefined && (
          <tfoot>
            <Row index={count} row={props.foot} columns={columns} isActive={false} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface RowProps<T> {
  index: number;
  row: T | undefined;
  columns: readonly Column<T>[];
  isActive: boolean;
}

/** Re-renders only when its props change: most rows stay the same while scrolling. */
class Row<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { index, row, columns, isActive } = this.props;
    return next.row !== row || next.columns !== columns || next.index !== index || next.isActive !== isActive;
  }

  override render({ index, row, columns, isActive }: RowProps<T>) {
    return (
      <tr aria-rowindex={index + 2} class={isActive ? 'active' : undefined}>
        {columns.map((column) => (
          <td
            key={column.key}
            class={column.isText ? 'text' : undefined}
            data-name={column.name}
            title={row === undefined ? undefined : column.title?.(row)}
          >
            {row === undefined ? <span class="blank" /> : column.cell(row)}
          </td>
        ))}
      </tr>
    );
  }
}

interface HeadCellProps<T> {
  column: Column<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const { key, name, isText, sorts } = column;
  const now = sort === undefined ? undefined : readSort(sort);
  const isSorted = now?.key === key;
  if (sorts === undefined || !onSort)
    return (
      <th scope="col" class={isText ? 'text' : undefined}>
        {name}
      </th>
    );
  const isDescending = isSorted ? !now.isDescending : sorts === 'down';
  return (
    <th
      scope="col"
      class={isText ? 'text' : undefined}
      aria-sort={isSorted ? (now.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort(writeSort({ key, isDescending }))}>
        {name}
        <span aria-hidden="true">{isSorted ? (now.isDescending ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}
