import { defineClass, type JavaClass, required } from '../jvm/java-class.ts';
import { fail, HostObject, type Value } from '../jvm/values.ts';
import { parseJson } from './parse-json.ts';
import { prettyJson, toJson } from './write-json.ts';

const slurper = new HostObject('groovy.json.JsonSlurper', null);

/** Groovy's readers and writers of JSON. */
export const jsonClasses: readonly JavaClass[] = [
  defineClass('groovy.json.JsonSlurper', {
    parent: 'java.lang.Object',
    constructors: { '()': () => slurper },
    methods: {
      'parseText(String): Object': (_: never, [text]: [string | null]) => {
        if (text === null || text === '') {
          fail('java.lang.IllegalArgumentException', 'Text must not be null or empty');
        }
        return parseJson(text);
      },
      'parse(byte[]): Object': (_: never, [bytes]: [Uint8Array]) =>
        parseJson(Buffer.from(required(bytes)).toString('utf8')),
    },
  }),
  defineClass('groovy.json.JsonOutput', {
    statics: {
      'toJson(Object): String': (_: never, [value]: [Value]) => toJson(value),
      'prettyPrint(String): String': (_: never, [text]: [string]) => prettyJson(required(text)),
    },
  }),
  defineClass('groovy.json.JsonBuilder', {
    parent: 'java.lang.Object',
    constructors: {
      '(Object)': (_: never, [content]: [Value]) => new HostObject('groovy.json.JsonBuilder', { content }),
    },
    methods: {
      'toString(): String': ({ content }: { content: Value }) => toJson(content),
      'toPrettyString(): String': ({ content }: { content: Value }) => prettyJson(toJson(content)),
      'getContent(): Object': ({ content }: { content: Value }) => content,
    },
  }),
];
