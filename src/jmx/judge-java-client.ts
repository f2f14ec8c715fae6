import { elementProperty, listProperty, type PlanElement, textProperty } from './plan-tree.ts';

/**
 * What keeps an HTTP sampler of the implementation Java from our own engine; undefined when nothing does, or when the
 * implementation is another. `defaults` are those around it, the nearest first.
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
  const files = elementProperty(sampler, 'HTTPsampler.Files');
  if (files && listProperty(files, 'HTTPFileArgs.files').length > 0) {
    return 'sends files';
  }
  const method = text('HTTPSampler.method');
  if (isTrue('HTTPSampler.DO_MULTIPART_POST') && (method === 'PUT' || method.includes('${'))) {
    return `sends a multipart form by ${method}`;
  }
  return undefined;
}
