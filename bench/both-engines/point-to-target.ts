import type { XmlNode } from '../../src/jmx/parse-xml.ts';
import { putText, setText, textOf } from './xml-properties.ts';

/** Address for all requests of a plan. */
export interface TargetAddress {
  port: number;
  isTls: boolean;
}

/** Points an element with its inner elements to the target: addresses of requests, and each URL in other texts. */
export function pointToTarget(element: XmlNode, target: TargetAddress): void {
  const { port, isTls } = target;
  setNonEmpty(element, 'HTTPSampler.domain', '127.0.0.1');
  setNonEmpty(element, 'HTTPSampler.port', String(port));
  if (textOf(element, 'HTTPSampler.domain') !== '') putText(element, 'HTTPSampler.port', String(port));
  setNonEmpty(element, 'HTTPSampler.protocol', isTls ? 'https' : 'http');
  for (const name of ['proxyScheme', 'proxyHost', 'proxyPort', 'ipSource']) {
    setText(element, `HTTPSampler.${name}`, '');
  }
  setNonEmpty(element, 'Cookie.domain', '127.0.0.1');
  if (/eu\.luminis\.jmeter\.wssampler/.test(element.tag)) {
    setText(element, 'server', '127.0.0.1');
    setText(element, 'port', String(port));
    setText(element, 'TLS', String(isTls));
  }
  replaceUrls(element, target);
}

function setNonEmpty(element: XmlNode, name: string, text: string): void {
  if (textOf(element, name).trim() !== '') setText(element, name, text);
  for (const child of element.children) {
    if (child.children.length > 0) setNonEmpty(child, name, text);
  }
}

const url = /\b(http|ws)s?:\/\/(?:\$\{[^}]*\}|[\w.@:%-])+/gi;
/** Also matches a variable as scheme. */
const urlOfPath = /^(?:https?|\$\{[^}]*\}):\/\/(?:\$\{[^}]*\}|[\w.@:%-])+/i;

function replaceUrls(node: XmlNode, { port, isTls }: TargetAddress): void {
  const secure = isTls ? 's' : '';
  if (node.attributes.name === 'HTTPSampler.path') {
    node.text = node.text.replace(urlOfPath, `http${secure}://127.0.0.1:${port}`);
  }
  node.text = node.text.replace(
    url,
    (_, scheme: string) => `${scheme.toLowerCase()}${secure}://127.0.0.1:${port}`,
  );
  for (const child of node.children) replaceUrls(child, { port, isTls });
}

/** Whether all explicit protocols of requests are HTTPS. */
export function usesTlsOnly(elements: readonly XmlNode[]): boolean {
  const protocols = elements
    .map((each) => textOf(each, 'HTTPSampler.protocol').trim().toLowerCase())
    .filter((each) => each !== '');
  return protocols.length > 0 && protocols.every((each) => each === 'https');
}
