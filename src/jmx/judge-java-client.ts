import { elementProperty, isElement, listProperty, type PlanElement, textProperty } from './plan-tree.ts';

/**
 * What the engine does not support in an HTTP sampler with the implementation Java, as a predicate of a sentence.
 * Undefined if it supports everything, and for other implementations. `defaults`: in scope, nearest first.
 */
export function judgeJavaClient(sampler: PlanElement, defaults: readonly PlanElement[]): string | undefined {
  const sources = [sampler, ...defaults];
  const text = (name: string) =>
    sources.map((each) => textProperty(each, name)).find((value) => value !== '') ?? '';
  const isTrue = (name: string) => text(name).toLowerCase() === 'true';
  if (text('HTTPSampler.implementation') !== 'Java') {
    return undefined;
  }
  if (isTrue('HTTPSampler.auto_redirects')) {
    return 'follows redirects automatically';
  }
  if (text('HTTPSampler.proxyHost') !== '') {
    return 'uses a proxy';
  }
  if (text('HTTPSampler.ipSource') !== '') {
    return 'has a source address, which JMeter ignores';
  }
  const method = text('HTTPSampler.method');
  const mayBePut = method === 'PUT' || method.includes('${');
  return mayBePut && (isTrue('HTTPSampler.DO_MULTIPART_POST') || hasParts(sampler))
    ? `sends a multipart form by ${method}`
    : undefined;
}

/** Files are sent as a multipart form, except for a single file without a parameter name. */
function hasParts(sampler: PlanElement): boolean {
  const list = elementProperty(sampler, 'HTTPsampler.Files');
  const files = (list ? listProperty(list, 'HTTPFileArgs.files') : []).map(({ value }) => value);
  return (
    files.length > 1 || files.some((file) => isElement(file) && textProperty(file, 'File.paramname') !== '')
  );
}
