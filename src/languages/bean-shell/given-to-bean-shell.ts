import {
  contextClass,
  loggerClass,
  propertiesClass,
  sampleClass,
  variablesClass,
} from '../jvm/library/jmeter-classes.ts';
import { samplerClass } from '../jvm/library/sampler-classes.ts';

const common = {
  vars: variablesClass,
  props: propertiesClass,
  log: loggerClass,
  ctx: contextClass,
  prev: sampleClass,
  Label: 'java.lang.String',
  FileName: 'java.lang.String',
  Parameters: 'java.lang.String',
};

/** Predefined variables of BeanShell scripts with their classes, by the element that runs the script. */
export const givenToBeanShell: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  BeanShellSampler: {
    ...common,
    SampleResult: sampleClass,
    ResponseCode: 'java.lang.String',
    ResponseMessage: 'java.lang.String',
    IsSuccess: 'java.lang.Boolean',
  },
  BeanShellPreProcessor: { ...common, sampler: samplerClass },
  BeanShellPostProcessor: { ...common, data: 'byte[]' },
  BeanShellTimer: common,
  BeanShellListener: {
    ...common,
    sampleEvent: 'org.apache.jmeter.samplers.SampleEvent',
    sampleResult: sampleClass,
  },
  BeanShellAssertion: {
    ...common,
    SampleResult: sampleClass,
    Response: sampleClass,
    ResponseData: 'byte[]',
    ResponseCode: 'java.lang.String',
    ResponseMessage: 'java.lang.String',
    ResponseHeaders: 'java.lang.String',
    RequestHeaders: 'java.lang.String',
    SampleLabel: 'java.lang.String',
    SamplerData: 'java.lang.String',
    Successful: 'java.lang.Boolean',
    FailureMessage: 'java.lang.String',
    Failure: 'java.lang.Boolean',
  },
};
