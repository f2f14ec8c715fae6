import { hostname } from 'node:os';
import { HttpResult } from '../http/http-result.ts';
import type { Result } from '../state/result.ts';
import { elapsed, encodingOf, type IsOn } from './result-columns.ts';

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n';
export const xmlEnd = '\n</testResults>\n';

/** One result with its children, as XStream writes it for JMeter. */
export function resultXml(result: Result, isOn: IsOn): string {
  return render(nodeOf(result, isOn), '');
}

interface XmlNode {
  tag: string;
  attributes: [name: string, value: string][];
  /** Undefined: no text, as opposed to an empty text. */
  text?: string;
  children: XmlNode[];
}

function nodeOf(result: Result, isOn: IsOn): XmlNode {
  return {
    tag: result instanceof HttpResult ? 'httpSample' : 'sample',
    attributes: attributesOf(result, isOn),
    children: [
      ...(isOn('assertions') ? assertionsOf(result) : []),
      ...(isOn('subresults') ? (result.subResults ?? []) : []).map((child) => nodeOf(child, isOn)),
      ...(isOn('responseHeaders') ? [textNode('responseHeader', result.responseHeaders)] : []),
      ...(isOn('requestHeaders') ? [textNode('requestHeader', result.requestHeaders)] : []),
      ...bodyOf(result, isOn),
      ...(isOn('fileName') ? [textNode('responseFile', result.savedAs ?? '')] : []),
      ...samplerDataOf(result, isOn),
      ...(isOn('url') && result.url !== '' ? [plainNode('java.net.URL', result.url)] : []),
    ],
  };
}

function attributesOf(result: Result, isOn: IsOn): XmlNode['attributes'] {
  const all: [setting: string, name: string, value: string | number | boolean][] = [
    ['time', 't', elapsed(result)],
    ['idleTime', 'it', Math.floor(result.idleMs)],
    ['latency', 'lt', Math.floor(result.latencyMs)],
    ['connectTime', 'ct', Math.floor(result.connectMs)],
    ['timestamp', 'ts', Math.floor(result.startMs)],
    ['success', 's', result.isSuccess],
    ['label', 'lb', result.label],
    ['code', 'rc', result.code],
    ['message', 'rm', result.message],
    ['threadName', 'tn', result.threadName],
    ['dataType', 'dt', result.dataType],
    ['encoding', 'de', isOn('encoding') ? encodingOf(result) : ''],
    ['bytes', 'by', result.bytes],
    ['sentBytes', 'sby', result.sentBytes],
    ['sampleCount', 'sc', 1],
    ['sampleCount', 'ec', result.isSuccess ? 0 : 1],
    ['threadCounts', 'ng', result.groupUsers],
    ['threadCounts', 'na', result.allUsers],
    ['hostname', 'hn', hostname()],
  ];
  return all.filter(([setting]) => isOn(setting)).map(([, name, value]) => [name, String(value)]);
}

function assertionsOf(result: Result): XmlNode[] {
  return (result.assertions ?? []).map(({ name, isFailure, isError, message, hasEmptyMessage }) => ({
    tag: 'assertionResult',
    attributes: [],
    children: [
      plainNode('name', name),
      plainNode('failure', String(isFailure)),
      plainNode('error', String(isError)),
      ...(message === '' && !hasEmptyMessage ? [] : [plainNode('failureMessage', message)]),
    ],
  }));
}

const isAskedFor = (setting: string, result: Result, isOn: IsOn) =>
  isOn(setting) || (isOn('responseDataOnError') && !result.isSuccess);

function bodyOf(result: Result, isOn: IsOn): XmlNode[] {
  if (!isAskedFor('responseData', result, isOn)) {
    return [];
  }
  const text =
    result.dataType === 'text' ? result.text : `Non-TEXT response data, cannot record: (${result.dataType})`;
  return [textNode('responseData', text)];
}

function samplerDataOf(result: Result, isOn: IsOn): XmlNode[] {
  if (!isAskedFor('samplerData', result, isOn)) {
    return [];
  }
  if (!(result instanceof HttpResult)) {
    return result.hasSamplerData ? [textNode('samplerData', result.samplerData)] : [];
  }
  return [
    textNode('cookies', result.cookies),
    textNode('method', result.method),
    textNode('queryString', result.queryString),
    ...(result.redirectLocation === '' ? [] : [textNode('redirectLocation', result.redirectLocation)]),
  ];
}

const plainNode = (tag: string, text: string): XmlNode => ({ tag, attributes: [], text, children: [] });
const textNode = (tag: string, text: string): XmlNode => ({
  ...plainNode(tag, text),
  attributes: [['class', 'java.lang.String']],
});

function render({ tag, attributes, text, children }: XmlNode, indent: string): string {
  const start = `${indent}<${tag}${attributes.map(([name, value]) => ` ${name}="${escaped(value, true)}"`).join('')}`;
  if (children.length > 0) {
    const inner = children.map((child) => `\n${render(child, `${indent}  `)}`).join('');
    return `${start}>${inner}\n${indent}</${tag}>`;
  }
  return text === undefined ? `${start}/>` : `${start}>${escaped(text, false)}</${tag}>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Line feeds and tabs are escaped only in attributes. */
function escaped(text: string, isAttribute: boolean): string {
  return text.replace(/[&<>"']|\p{Cc}|\p{Cn}/gu, (one) => {
    const isKept = !isAttribute && (one === '\n' || one === '\t');
    return isKept ? one : (entities[one] ?? `&#x${one.charCodeAt(0).toString(16)};`);
  });
}
