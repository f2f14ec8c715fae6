import { basename } from 'node:path';
import { decodeJmx } from '../../src/jmx/decode-jmx.ts';
import { parseXml, type XmlNode } from '../../src/jmx/parse-xml.ts';
import { type Bounds, boundElement } from './bound-plan.ts';
import { supplyRows, supplyUploads } from './data-rows.ts';
import { pointToTarget, usesTlsOnly } from './point-to-target.ts';
import { writeXml } from './write-xml.ts';
import { propertyOf, setText, textOf } from './xml-properties.ts';

export interface AdaptedPlan {
  plan: string;
  /** Generated data files, by name. */
  files: Record<string, string>;
}

/**
 * A copy of a plan that sends all requests to a target on this machine and ends within seconds, for both engines alike.
 * With one user per group, groups run one after another, so that the order of all samples is determined.
 */
export function adaptPlan(
  name: string,
  content: Uint8Array,
  target: { port: number; tlsPort: number },
  bounds: Bounds,
): AdaptedPlan {
  const root = parseXml(name, decodeJmx(name, content));
  root.children = root.children.filter(({ tag }) => tag === 'hashTree').slice(0, 1);
  const elements = root.children.flatMap(elementsIn);
  const isTls = usesTlsOnly(elements.filter(({ attributes }) => attributes.enabled !== 'false'));
  const files: Record<string, string> = {};
  for (const element of elements) {
    boundElement(element, bounds);
    pointToTarget(element, { isTls, port: isTls ? target.tlsPort : target.port });
    if (element.tag === 'CSVDataSet') {
      const fileName = `data-${Object.keys(files).length + 1}.csv`;
      files[fileName] = supplyRows(element, fileName);
    }
    Object.assign(files, supplyUploads(element, `upload-${Object.keys(files).length + 1}`));
    // Folders of other machines.
    for (const file of ['FileSaver.filename', 'IncludeController.includepath']) {
      setText(element, file, basename(textOf(element, file).replaceAll('\\', '/')));
    }
    if (element.tag === 'TestPlan' && bounds.users === 1) serializeGroups(element);
  }
  return { plan: writeXml(root), files };
}

/** Children of a hashTree: elements, each followed by the hashTree with its children. */
function elementsIn(tree: XmlNode): XmlNode[] {
  return tree.children.flatMap((node) => (node.tag === 'hashTree' ? elementsIn(node) : [node]));
}

function serializeGroups(testPlan: XmlNode): void {
  const name = 'TestPlan.serialize_threadgroups';
  if (propertyOf(testPlan, name)) setText(testPlan, name, 'true');
  else testPlan.children.push({ tag: 'boolProp', attributes: { name }, text: 'true', children: [] });
}
