import type { XmlNode } from '../../src/jmx/parse-xml.ts';

/** Serializes a parsed plan. Text next to child elements is indentation and is omitted. */
export function writeXml(root: XmlNode): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  addNode(root, '', lines);
  return `${lines.join('\n')}\n`;
}

function addNode({ tag, attributes, text, children }: XmlNode, indent: string, lines: string[]): void {
  const open = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(value)}"`)];
  if (children.length === 0) {
    lines.push(`${indent}<${open.join(' ')}>${escapeXml(text)}</${tag}>`);
    return;
  }
  lines.push(`${indent}<${open.join(' ')}>`);
  for (const child of children) addNode(child, `${indent}  `, lines);
  lines.push(`${indent}</${tag}>`);
}

/** Control characters become character references, which JMeter reads although XML 1.0 forbids most of them. */
const escapeXml = (text: string) =>
  text.replace(/[\u0000-\u001f&<>"]/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`);
