import type { XmlNode } from '../../src/jmx/parse-xml.ts';
import { setText, textOf } from './xml-properties.ts';

const rowCount = 5;

/** Gives a CSV Data Set a file of its own with generated rows, and returns its content. */
export function supplyRows(element: XmlNode, fileName: string): string {
  setText(element, 'filename', fileName);
  setText(element, 'fileEncoding', 'UTF-8');
  const names = textOf(element, 'variableNames');
  const written = textOf(element, 'delimiter');
  const delimiter = written === '\\t' ? '\t' : written === '' || written.includes('${') ? ',' : written;
  if (written.includes('${')) setText(element, 'delimiter', ',');
  // Without names the first line has them.
  const columns = names.trim() === '' ? ['first', 'second', 'third'] : names.split(delimiter);
  const isHeader = names.trim() === '' || textOf(element, 'ignoreFirstLine') === 'true';
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map((_name, column) => `value${row + 1}${column + 1}`).join(delimiter),
  );
  return [...(isHeader ? [columns.join(delimiter)] : []), ...rows, ''].join('\n');
}
