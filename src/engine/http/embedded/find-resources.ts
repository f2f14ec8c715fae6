import type { User } from '../../core.ts';
import { JavaException } from '../http-failure.ts';
import type { HttpResult } from '../http-result.ts';
import { type JavaUrl, urlText } from '../java-url.ts';
import { sanitized } from '../redirect-location.ts';
import { linksOfCss } from './css-links.ts';
import { BadBase, linksOfHtml } from './html-links.ts';
import { normalizedUrl } from './java-normalize.ts';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml']);

/** Resources of a page or style sheet; undefined when the content type has no parser. */
export function linksOf(result: HttpResult, user: User): JavaUrl[] | undefined {
  const { location } = result;
  if (!location || result.body.length === 0) {
    return undefined;
  }
  const type = (result.contentType.split(/[ ;]/).find((part) => part !== '') ?? '').toLowerCase();
  if (type === 'text/css') {
    return linksOfCss(result.text, location);
  }
  if (type === 'text/vnd.wap.wml') {
    user.runner.refuse('A page in WML has resources, which only Apache JMeter looks for.');
    return undefined;
  }
  if (!htmlTypes.has(type)) {
    return undefined;
  }
  refuseOldBrowser(result, user);
  try {
    return linksOfHtml(result.text, location);
  } catch (error) {
    if (error instanceof BadBase) {
      throw new JavaException(
        'org.apache.jmeter.protocol.http.parser.HTMLParseException',
        `java.lang.IllegalArgumentException: Error creating relative url from ${error.message}`,
      );
    }
    throw error;
  }
}

/** JMeter reads conditional comments if the `User-Agent` is Internet Explorer before 10; the engine does not. */
function refuseOldBrowser(result: HttpResult, user: User): void {
  const version = /^user-agent: .*MSIE (\d+.\d+)/im.exec(result.requestHead)?.[1];
  if (version !== undefined && Number.parseFloat(version) < 10 && /<!(?:--)?\[if/i.test(result.text)) {
    user.runner.refuse('A page has comments for Internet Explorer, which only Apache JMeter reads.');
  }
}

/** The normalized URLs to load, without those that the plan excludes. */
export function chosen(
  links: readonly JavaUrl[],
  isAllowed: (url: string) => boolean,
  isExcluded: (url: string) => boolean,
): JavaUrl[] {
  return links
    .map(sanitized)
    .filter((url) => isAllowed(urlText(url)) && !isExcluded(urlText(url)))
    .map(normalizedUrl);
}
