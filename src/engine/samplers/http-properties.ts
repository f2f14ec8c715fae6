import { type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { hasCall, headersIn, type ScopedHeaders } from '../configs/header-manager.ts';
import { httpDefaultsKind } from '../configs/http-defaults.ts';
import type { CompileContext, Scope, Text } from '../core.ts';
import { compileArguments, type HttpArgument } from '../http/http-arguments.ts';
import { compileFiles, type FileBodies, fileBodiesOf, type HttpFile } from '../http/http-files.ts';
import { KnownUrls } from '../http/known-url.ts';
import { type EmbeddedSettings, embeddedSettings } from './embedded-settings.ts';
import { FixedCall } from './evaluated-call.ts';
import { type ViaOf, viaOf } from './http-via.ts';

/** The settings of one HTTP sampler, merged with its defaults and managers. Evaluated per user. */
export interface HttpProperties {
  readonly domain: Text;
  readonly port: Text;
  readonly protocol: Text;
  readonly path: Text;
  readonly method: Text;
  readonly charset: Text;
  readonly connectTimeout: Text;
  readonly responseTimeout: Text;
  readonly via: ViaOf;
  readonly isRawBody: boolean;
  readonly isKeepAlive: boolean;
  readonly followsRedirects: boolean;
  readonly redirectsItself: boolean;
  readonly isMd5: boolean;
  readonly arguments: readonly HttpArgument[];
  /** Number of the sampler's own arguments, which precede those of its defaults. */
  readonly ownArgumentCount: number;
  readonly headers: ScopedHeaders;
  readonly files: readonly HttpFile[];
  readonly fileBodies: FileBodies;
  readonly isMultipart: boolean;
  readonly isBrowserLike: boolean;
  /** Set if the sampler downloads embedded resources. */
  readonly embedded: EmbeddedSettings | undefined;
  /** The name, arguments or headers call functions: then order and number of evaluations matter. */
  readonly hasCalls: boolean;
  /** Protocol, domain and port are the same for every sample. */
  readonly isServerFixed: boolean;
  readonly known: KnownUrls;
  /** The implementation Java: java.net.HttpURLConnection in place of HttpClient. */
  readonly isOfUrlConnection: boolean;
  /** Set if all samples send the same request. */
  readonly fixed: FixedCall | undefined;
}

/** Takes a property that the sampler lacks or leaves empty from the nearest defaults that set it. */
export function httpProperties(element: PlanElement, context: CompileContext, scope: Scope): HttpProperties {
  const sources = [element, ...(scope.configs(httpDefaultsKind) as PlanElement[])];
  const text = (name: string, fallback = '') => {
    const source = sources.find((each) => textProperty(each, name) !== '');
    return context.text(source ?? element, name, fallback);
  };
  const isTrue = (name: string) => {
    const source = sources.find((each) => textProperty(each, name) !== '');
    return source !== undefined && textProperty(source, name).toLowerCase() === 'true';
  };
  const server = {
    domain: text('HTTPSampler.domain'),
    port: text('HTTPSampler.port'),
    protocol: text('HTTPSampler.protocol'),
  };
  const ownArguments = compileArguments(element, context);
  const args = [...ownArguments, ...sources.slice(1).flatMap((each) => compileArguments(each, context))];
  const headers = headersIn(scope);
  const proxySchemes = sources
    .filter(({ properties }) => properties.has('HTTPSampler.proxyScheme'))
    .map((each) => textProperty(each, 'HTTPSampler.proxyScheme'));
  const properties: Omit<HttpProperties, 'fixed'> = {
    ...server,
    hasCalls:
      element.name.includes('${__') ||
      headers.hasCalls ||
      args.some(({ name, value }) => hasCall(name) || hasCall(value)),
    isServerFixed: Object.values(server).every(({ constant }) => constant !== undefined),
    known: new KnownUrls(),
    isOfUrlConnection: text('HTTPSampler.implementation').raw === 'Java',
    path: text('HTTPSampler.path'),
    method: text('HTTPSampler.method', 'GET'),
    charset: text('HTTPSampler.contentEncoding'),
    connectTimeout: text('HTTPSampler.connect_timeout'),
    responseTimeout: text('HTTPSampler.response_timeout'),
    via: viaOf(text, proxySchemes.length === 0 || proxySchemes.some((scheme) => scheme !== '')),
    isRawBody: isTrue('HTTPSampler.postBodyRaw'),
    isKeepAlive: isTrue('HTTPSampler.use_keepalive'),
    followsRedirects: isTrue('HTTPSampler.follow_redirects'),
    redirectsItself: isTrue('HTTPSampler.auto_redirects'),
    isMd5: isTrue('HTTPSampler.md5'),
    arguments: args,
    ownArgumentCount: ownArguments.length,
    headers,
    files: compileFiles(element, context),
    fileBodies: fileBodiesOf(context),
    isMultipart: isTrue('HTTPSampler.DO_MULTIPART_POST'),
    isBrowserLike: isTrue('HTTPSampler.BROWSER_COMPATIBLE_MULTIPART'),
    embedded: isTrue('HTTPSampler.image_parser')
      ? embeddedSettings(
          isTrue('HTTPSampler.concurrentDwn'),
          text('HTTPSampler.concurrentPool'),
          text('HTTPSampler.embedded_url_re'),
          text('HTTPSampler.embedded_url_exclude_re'),
        )
      : undefined,
  };
  return { ...properties, fixed: fixedCall(properties) };
}

/**
 * Set if the request is constant. Never with files, which may change, nor for multipart forms, whose boundary is
 * random.
 */
function fixedCall(properties: Omit<HttpProperties, 'fixed'>): FixedCall | undefined {
  const { domain, port, protocol, path, method, charset, connectTimeout, responseTimeout } = properties;
  const texts: Text[] = [
    ...[domain, port, protocol, path, method, charset, connectTimeout, responseTimeout],
    ...properties.arguments.flatMap(({ name, value, separator, type }) => [name, value, separator, type]),
  ];
  const isFixed =
    texts.every(({ constant }) => constant !== undefined) &&
    properties.headers.areConstant &&
    properties.via === undefined &&
    properties.files.length === 0 &&
    !properties.isMultipart;
  return isFixed ? new FixedCall() : undefined;
}
