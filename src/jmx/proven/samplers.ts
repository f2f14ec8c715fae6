import { httpProperties, isOfJavaClient } from './http-properties.ts';
import { isOwnJavaClass } from './own-java-class.ts';
import { boolean, type ProvenElement } from './proven-element.ts';
import { beanShellElement, bsfElement, jsr223Element } from './script-rule.ts';
import { shownNote } from './shown-samplers.ts';
import { provenWebSocketSamplers } from './websocket-samplers.ts';

export const provenSamplers: Record<string, ProvenElement> = {
  BeanShellSampler: beanShellElement('BeanShellSampler', 'BeanShell Sampler'),
  BSFSampler: bsfElement('BSF Sampler'),
  DebugSampler: {
    title: 'Debug Sampler',
    properties: {
      displayJMeterVariables: boolean,
      displayJMeterProperties: boolean,
      displaySystemProperties: ['false'],
    },
    note: shownNote,
  },
  JavaSampler: {
    title: 'Java Request',
    properties: {
      classname: {
        only: 'with the name of a class, without variables and functions, that no plugin of the toolchain has',
        isMet: (value) =>
          typeof value === 'string' &&
          (isOwnJavaClass(value) ||
            !(value.includes('${') || /^\s*(?:org\.apache\.(?:jmeter|jorphan)|com\.atlantbh)\./.test(value))),
      },
      arguments: 'any',
    },
    note: 'JavaTest and SleepTest of JMeter run in the engine, classes of uploaded .jar files [in a JVM](scripts.md#java-requests) beside it.',
  },
  JSR223Sampler: jsr223Element('JSR223Sampler', 'JSR223 Sampler'),
  'kg.apc.jmeter.samplers.DummySampler': {
    title: 'jp@gc - Dummy Sampler',
    properties: {
      WAITING: boolean,
      SUCCESFULL: 'any',
      RESPONSE_CODE: 'any',
      RESPONSE_MESSAGE: 'any',
      REQUEST_DATA: 'any',
      RESPONSE_DATA: 'any',
      RESPONSE_TIME: 'any',
      LATENCY: 'any',
      CONNECT: 'any',
      URL: 'any',
      RESULT_CLASS: ['org.apache.jmeter.samplers.SampleResult'],
    },
  },
  TestAction: {
    title: 'Flow Control Action',
    properties: {
      'ActionProcessor.action': ['0', '1', '2', '3', '4', '5'],
      'ActionProcessor.target': ['0', '2'],
      'ActionProcessor.duration': 'any',
    },
  },
  ...provenWebSocketSamplers,
  HTTPSamplerProxy: {
    title: 'HTTP Request',
    properties: {
      ...httpProperties,
      'HTTPsampler.Files': 'any',
      // The GUI makes the body from them; not read in a run.
      'GraphQLHTTPSampler.operationName': 'ignored',
      'GraphQLHTTPSampler.query': 'ignored',
      'GraphQLHTTPSampler.variables': 'ignored',
    },
    guiClasses: ['HttpTestSampleGui', 'HttpTestSampleGui2', 'GraphQLHTTPSamplerGui'],
    isShared: isOfJavaClient,
    note: 'The body of a sample without a response names the exception; JMeter adds the stack of its JVM. Pages in WML, and comments for Internet Explorer up to 9, end a test that loads embedded resources, with a reason. The implementation Java runs in one thread, because all users share its connections, and without automatic redirects, proxies, source addresses and multipart forms by PUT. With parallel downloads of embedded resources, a plan whose sampler name, parameters, headers, cookies or credentials use `__threadNum` or the name of the thread runs in Apache JMeter, which evaluates them in the threads of the downloads.',
  },
};
