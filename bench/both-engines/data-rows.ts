import type { XmlNode } from '../../src/jmx/parse-xml.ts';
import { setText, textOf } from './xml-properties.ts';

const rowCount = 5;

/** Gives a CSV Data Set its own file with generated rows, and returns its content. */
export function supplyRows(element: XmlNode, fileName: string): string {
  setText(element, 'filename', fileName);
  setText(element, 'fileEncoding', 'UTF-8');
  const names = textOf(element, 'variableNames');
  const written = textOf(element, 'delimiter');
  const delimiter = written === '\\t' ? '\t' : written === '' || written.includes('${') ? ',' : written;
  if (written.includes('${')) setText(element, 'delimiter', ',');
  // Without names, the first line contains them.
  const columns = names.trim() === '' ? ['first', 'second', 'third'] : names.split(delimiter);
  const isHeader = names.trim() === '' || textOf(element, 'ignoreFirstLine') === 'true';
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map((_name, column) => `value${row + 1}${column + 1}`).join(delimiter),
  );
  return [...(isHeader ? [columns.join(delimiter)] : []), ...rows, ''].join('\n');
}

/** Gives each file that requests upload a generated file, and returns their contents by name. `prefix` starts the names. */
export function supplyUploads(element: XmlNode, prefix: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const path of texts(element, 'File.path')) {
    const name = `${prefix}-${Object.keys(files).length + 1}.txt`;
    files[name] = `Content of ${name}\n`;
    // The Java implementation resolves relative names in the working folder.
    path.text = `\${__P(case.folder)}/${name}`;
  }
  return files;
}

/** Non-empty properties of a name, including inner elements. */
const texts = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) =>
    child.attributes.name === name && child.text !== '' ? [child] : texts(child, name),
  );
