import { boolean, type ProvenElement } from './proven-element.ts';

type Properties = ProvenElement['properties'];

const address: Properties = { server: 'any', port: 'any', path: 'any', connectTimeout: 'any' };
const data: Properties = {
  requestData: 'any',
  payloadType: ['Text', 'Binary', 'TextStomp'],
  loadDataFromFile: boolean,
  dataFile: 'any',
};

const comparisons = ['Contains', 'Equals', 'StartsWith', 'EndsWith'].flatMap((name) => [name, `Not${name}`]);

/** Frame filters of the same plugin. */
export const provenFrameFilters: Record<string, ProvenElement> = {
  'eu.luminis.jmeter.wssampler.BinaryFrameFilter': {
    title: 'WebSocket Binary Frame Filter',
    properties: { comparisonType: ['IsPlain', ...comparisons], matchValue: 'any', matchPosition: 'any' },
  },
  'eu.luminis.jmeter.wssampler.PingFrameFilter': {
    title: 'WebSocket Ping/Pong Frame Filter',
    properties: { replyToPing: boolean, filterType: ['FilterAll', 'FilterPingOnly', 'FilterPongOnly'] },
  },
  'eu.luminis.jmeter.wssampler.TextFrameFilter': {
    title: 'WebSocket Text Frame Filter',
    properties: { comparisonType: ['IsPlain', ...comparisons], matchValue: 'any' },
  },
};

/** The samplers of the plugin "WebSocket Samplers by Peter Doornbosch", by their classes. */
export const provenWebSocketSamplers: Record<string, ProvenElement> = {
  'eu.luminis.jmeter.wssampler.CloseWebSocketSampler': {
    title: 'WebSocket Close',
    properties: { statusCode: 'any', readTimeout: 'any' },
  },
  'eu.luminis.jmeter.wssampler.OpenWebSocketSampler': {
    title: 'WebSocket Open Connection',
    properties: { ...address, TLS: boolean, readTimeout: 'any' },
    note: 'The user keeps one connection until its end, across iterations. Compressed messages (permessage-deflate), and a key store with a TLS connection, end the test with a reason.',
  },
  'eu.luminis.jmeter.wssampler.PingPongSampler': {
    title: 'WebSocket Ping/Pong',
    properties: { type: ['PingPong', 'Pong'], readTimeout: 'any' },
  },
  'eu.luminis.jmeter.wssampler.RequestResponseWebSocketSampler': {
    title: 'WebSocket request-response Sampler',
    properties: {
      ...address,
      ...data,
      createNewConnection: boolean,
      TLS: boolean,
      binaryPayload: boolean,
      readTimeout: 'any',
    },
  },
  'eu.luminis.jmeter.wssampler.SingleReadWebSocketSampler': {
    title: 'WebSocket Single Read Sampler',
    properties: {
      ...address,
      createNewConnection: boolean,
      TLS: boolean,
      dataType: ['Text', 'Binary', 'Any', ''],
      binaryPayload: boolean,
      optional: boolean,
      readTimeout: 'any',
    },
  },
  'eu.luminis.jmeter.wssampler.SingleWriteWebSocketSampler': {
    title: 'WebSocket Single Write Sampler',
    properties: {
      ...address,
      ...data,
      createNewConnection: boolean,
      TLS: boolean,
      binaryPayload: boolean,
    },
  },
};
