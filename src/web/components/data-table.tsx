import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { readSort, writeSort } from './sort-rows.ts';

export interface Column<T> {
  key: string;
  name: string;
  /** Names stand left, numbers right. */
  isText?: boolean;
  /** Which way the first click sorts; no sorting without it. */
  sorts?: 'up' | 'down';
  cell: (row: T) => ComponentChildren;
  /** The exact value, for hovering. */
  title?: (row: T) => string | undefined;
}

export interface DataTableProps<T> {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  count: number;
  /** Undefined: not here yet. */
  rowAt: (index: number) => T | undefined;
  keyOf: (row: T) => string;
  /** However many: for lists whose rows are not all of one height. */
  drawsAll?: boolean;
  sort?: string;
  onSort?: (sort: string) => void;
  /** Tells which rows are in view, so that they can be fetched. */
  onWindow?: (first: number, last: number) => void;
  /** Enter on the row that j and k lead to. */
  onOpen?: (row: T) => void;
  /** x on that row, where rows can be picked. */
  onPick?: (row: T) => void;
}

const rowHeight = 40;
const spare = 8;
/** Rows come and go in groups, so that most frames of a scroll draw none. */
const rowsAtOnce = 4;
/** Up to here all rows are drawn and the page itself scrolls. */
const fewRows = 60;

/** A table that draws only the rows in view: thousands stay as quick as ten. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, count, rowAt, keyOf, onWindow, onOpen, onPick } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 640 });
  const [active, setActive] = useState<number>();
  // Keys may come faster than the page is drawn.
  const here = useRef<number>(undefined);
  const isLong = count > fewRows && !props.drawsAll;
  const first = isLong ? Math.max(0, Math.floor(view.top / rowHeight) - spare) : 0;
  const last = isLong
    ? Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + rowsAtOnce + spare)
    : count;

  const slots = Math.ceil(view.height / rowHeight) + 2 * (spare + rowsAtOnce);

  useEffect(() => onWindow?.(first, last), [first, last, onWindow]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, clientHeight: height } = element;
      const top = scrollTop - (scrollTop % (rowHeight * rowsAtOnce));
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
      // On a page with several tables, the keys belong to the one whose rows can be opened or picked.
      ...(onOpen || onPick
        ? [
            { key: 'j', does: 'Next row', run: () => move(1) },
            { key: 'k', does: 'Row before', run: () => move(-1) },
          ]
        : []),
      ...(onOpen ? [{ key: 'Enter', does: 'Open the row', run: withRow(onOpen) }] : []),
      ...(onPick ? [{ key: 'x', does: 'Pick the row, or leave it', run: withRow(onPick) }] : []),
    ],
    [count, rowAt, onOpen, onPick, isLong],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, only something that scrolls and can be reached.
    <div
      ref={box}
      class={isLong ? 'table long' : 'table'}
      role="group"
      aria-label={`${caption}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table aria-rowcount={count + 1}>
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
                // In a long table a row that has left the view becomes one that comes in: cheaper than a new one.
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

/** Drawn again only when something of it has changed: while scrolling, most rows stay as they are. */
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
