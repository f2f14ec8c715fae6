import {
  assertionClass,
  contextClass,
  loggerClass,
  printerClass,
  propertiesClass,
  sampleClass,
  variablesClass,
} from '../jvm/library/jmeter-classes.ts';
import { samplerClass } from '../jvm/library/sampler-classes.ts';

/** Predefined variables of all JSR223 elements, with their classes. */
const common = {
  vars: variablesClass,
  props: propertiesClass,
  log: loggerClass,
  ctx: contextClass,
  prev: sampleClass,
  sampler: samplerClass,
  OUT: printerClass,
};

const jsr223 = {
  ...common,
  Label: 'java.lang.String',
  FileName: 'java.lang.String',
  Parameters: 'java.lang.String',
  args: 'String[]',
};

/** Predefined variables of scripts by the element that runs the script. */
export const givenToGroovy: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  JSR223Sampler: { ...jsr223, SampleResult: sampleClass },
  JSR223PreProcessor: jsr223,
  JSR223PostProcessor: jsr223,
  JSR223Timer: jsr223,
  JSR223Assertion: { ...jsr223, SampleResult: sampleClass, AssertionResult: assertionClass },
  JSR223Listener: {
    ...jsr223,
    sampleResult: sampleClass,
    sampleEvent: 'org.apache.jmeter.samplers.SampleEvent',
  },
  __groovy: { ...common, threadName: 'java.lang.String' },
};
