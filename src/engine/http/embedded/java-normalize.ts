import type { JavaUrl } from '../java-url.ts';

/** `url.toURI().normalize().toURL()`: removes empty segments, `.`, and each `..` with the segment before it. */
export function normalizedUrl(url: JavaUrl): JavaUrl {
  const { path } = url;
  if (!/\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(path)) {
    return url;
  }
  const isFolder = /\/(?:\.\.?)?$/.test(path);
  const segments: string[] = [];
  for (const segment of path.split('/').filter((each) => each !== '' && each !== '.')) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') {
      segments.pop();
    } else {
      segments.push(segment);
    }
  }
  const isStillFolder = isFolder && segments.length > 0 && segments.at(-1) !== '..';
  const joined = segments.join('/');
  return { ...url, path: `${path.startsWith('/') ? '/' : ''}${joined}${isStillFolder ? '/' : ''}` };
}
