import { stripComments } from '../strip-comments.ts';
import { classesIn, type JavaClass } from './java-classes.ts';

/** Facts about an uploaded source, read without compiling it. */
export interface JavaSource {
  name: string;
  /** Empty, or ends with a dot. */
  packagePrefix: string;
  /** Fully qualified. */
  className: string;
  hasMain: boolean;
  classes: JavaClass[];
  usesFloodSump: boolean;
  /** The Selenium version that this source requires; undefined if ambiguous. */
  seleniumLine: SeleniumLine | undefined;
}

export type SeleniumLine = 3 | 4;

/** API removed in Selenium 4. */
const onlyIn3 = [
  /\bDesiredCapabilities\s*\.\s*(chrome|firefox|internetExplorer|edge|safari|opera|phantomjs|htmlUnit)\s*\(\s*\)/,
  /\b(implicitlyWait|pageLoadTimeout|setScriptTimeout)\s*\([^;]{0,2000}\bTimeUnit\b/,
  /\bnew\s+WebDriverWait\s*\([^,;]{1,2000},\s*\d+\s*[,)]/,
  /\b(withTimeout|pollingEvery)\s*\([^;()]{0,2000}\bTimeUnit\b/,
  /\.\s*findElements?By(Id|Name|XPath|CssSelector|ClassName|LinkText|PartialLinkText|TagName)\s*\(/,
];

/** API added in Selenium 4. */
const onlyIn4 = [
  /\borg\.openqa\.selenium\.(devtools|bidi|print|manager|virtualauthenticator|chromium)\b/,
  /\bRelativeLocator\b/,
  /\b(implicitlyWait|pageLoadTimeout|scriptTimeout)\s*\(\s*(java\.time\.)?Duration\b/,
  /\bnew\s+WebDriverWait\s*\([^,;]{1,2000},\s*(java\.time\.)?Duration\b/,
  /\.\s*(newWindow|getDomAttribute|getDomProperty|getAccessibleName|getShadowRoot|getFullPageScreenshotAs)\s*\(/,
  /\bRemoteWebDriver\s*\.\s*builder\s*\(/,
];

export function readJavaSource(name: string, text: string): JavaSource {
  const code = withoutComments(text);
  const packageName = /^[ \t]*package\s+([\w.]+)\s*;/m.exec(code)?.[1];
  const packagePrefix = packageName === undefined ? '' : `${packageName}.`;
  return {
    name,
    packagePrefix,
    className: packagePrefix + mainClass(name, code),
    hasMain: /\b(public\s+static|static\s+public)\s+(final\s+)?void\s+main\s*\(\s*(final\s+)?String\b/.test(
      code,
    ),
    classes: classesIn(code),
    usesFloodSump: /\bFloodSump\b/.test(code),
    seleniumLine: lineOf(code),
  };
}

function lineOf(code: string): SeleniumLine | undefined {
  const is3 = onlyIn3.some((marker) => marker.test(code));
  const is4 = onlyIn4.some((marker) => marker.test(code));
  return is3 === is4 ? undefined : is3 ? 3 : 4;
}

/** The public class, else the one named like the file, else the first. */
function mainClass(name: string, code: string): string {
  const fileName = name.slice(name.lastIndexOf('/') + 1).replace(/\.java$/i, '');
  const open = /\bpublic\s+(?:(?:final|strictfp)\s+)*class\s+(\w+)/.exec(code)?.[1];
  const all = [...code.matchAll(/\bclass\s+(\w+)/g)].map((found) => found[1]);
  return open ?? (all.includes(fileName) ? fileName : (all[0] ?? fileName));
}

/** Also empties strings, so that their content is not read as code. */
const withoutComments = (text: string) =>
  stripComments(text, { longQuote: '"""', replaceString: () => '""' });
