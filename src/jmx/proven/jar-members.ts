/**
 * Members of a JMeter class that behave the same in the JVM beside the engine as in Apache JMeter, so that classes of
 * uploaded jars may use them. `isSubclassed`: they may also extend or implement the class.
 */
export interface ProvenMembers {
  readonly members: readonly string[];
  readonly isSubclassed?: true;
}

const samplers = 'org/apache/jmeter/protocol/java/sampler';
const threads = 'org/apache/jmeter/threads';

const sampleMembers = [
  ...['<init>', 'sampleStart', 'sampleEnd', 'samplePause', 'sampleResume', 'latencyEnd', 'connectEnd'],
  ...['setStampAndTime', 'setLatency', 'setConnectTime', 'setEndTime', 'currentTimeInMillis'],
  ...['setSampleLabel', 'setSuccessful', 'setResponseOK', 'setResponseCode', 'setResponseCodeOK'],
  ...[
    'setResponseMessage',
    'setResponseMessageOK',
    'setResponseData',
    'setResponseHeaders',
    'setRequestHeaders',
  ],
  ...['setSamplerData', 'setDataType', 'setDataEncoding', 'setContentType', 'setEncodingAndType', 'setURL'],
  ...['setBytes', 'setSentBytes', 'setBodySize', 'setHeadersSize'],
  ...['setIgnore', 'setStopThread', 'setStopTest', 'setStopTestNow'],
  ...['addSubResult', 'addRawSubResult', 'storeSubResult', 'getSubResults'],
  ...['getSampleLabel', 'isSuccessful', 'getResponseCode', 'getResponseMessage', 'getResponseData'],
  ...['getResponseDataAsString', 'getResponseHeaders', 'getRequestHeaders', 'getSamplerData', 'getDataType'],
  ...[
    'getContentType',
    'getTime',
    'getLatency',
    'getConnectTime',
    'getIdleTime',
    'getStartTime',
    'getEndTime',
  ],
  ...[
    'getTimeStamp',
    'getBytesAsLong',
    'getBodySizeAsLong',
    'getHeadersSize',
    'getSentBytes',
    'getUrlAsString',
  ],
  ...['TEXT', 'BINARY'],
];

export const provenJarMembers: Readonly<Record<string, ProvenMembers>> = {
  [`${samplers}/AbstractJavaSamplerClient`]: {
    members: ['<init>', 'setupTest', 'runTest', 'teardownTest', 'getDefaultParameters', 'getNewLogger'],
    isSubclassed: true,
  },
  [`${samplers}/JavaSamplerClient`]: {
    members: ['setupTest', 'runTest', 'teardownTest', 'getDefaultParameters'],
    isSubclassed: true,
  },
  [`${samplers}/JavaSamplerContext`]: {
    members: [
      ...[
        'containsParameter',
        'getParameter',
        'getIntParameter',
        'getLongParameter',
        'getParameterNamesIterator',
      ],
      ...['getJMeterContext', 'getJMeterVariables', 'getJMeterProperties'],
    ],
  },
  'org/apache/jmeter/config/Arguments': { members: ['<init>', 'addArgument', 'getArgumentsAsMap'] },
  'org/apache/jmeter/samplers/SampleResult': { members: sampleMembers },
  [`${threads}/JMeterContextService`]: { members: ['getContext'] },
  [`${threads}/JMeterContext`]: {
    members: ['getVariables', 'getProperties', 'getThreadNum', 'getThread', 'getThreadGroup'],
  },
  [`${threads}/JMeterVariables`]: { members: ['get', 'put', 'getObject', 'putObject', 'remove'] },
  [`${threads}/JMeterThread`]: { members: ['getThreadName'] },
  [`${threads}/AbstractThreadGroup`]: { members: ['getName'] },
  'org/apache/jmeter/util/JMeterUtils': {
    members: ['getProperty', 'getPropDefault', 'setProperty', 'getJMeterProperties'],
  },
  'org/apache/jorphan/util/JMeterStopThreadException': { members: ['<init>'] },
  'org/apache/jorphan/util/JMeterStopTestException': { members: ['<init>'] },
  'org/apache/jorphan/util/JMeterStopTestNowException': { members: ['<init>'] },
};

/** Whether a class is one of JMeter's; `name` as in class files. */
export const isOfJMeter = (name: string): boolean => /^org\/apache\/(?:jmeter|jorphan)\//.test(name);
