export interface PlanOptions {
  /** Target of the requests. */
  port: number;
  path?: string;
  threads?: string;
  /** Requests of each thread; -1: until `duration`. */
  loops?: string;
  duration?: string;
  rampup?: string;
  /** Milliseconds between the requests of a thread. */
  pauseMs?: number;
  label?: string;
}

/** A JMeter plan with one thread group and one request, in the format of JMeter. */
export function plan(options: PlanOptions): string {
  const {
    port,
    path = '/',
    threads = '${__P(threads,1)}',
    loops = '10',
    rampup = '${__P(rampup,0)}',
    label = 'Home',
  } = options;
  const duration = options.duration ?? '';
  const timer =
    options.pauseMs === undefined
      ? ''
      : `<ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="pause"><stringProp name="ConstantTimer.delay">${options.pauseMs}</stringProp></ConstantTimer><hashTree/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"/>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users">
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">
          <stringProp name="LoopController.loops">${loops}</stringProp>
          <boolProp name="LoopController.continue_forever">false</boolProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">${threads}</stringProp>
        <stringProp name="ThreadGroup.ramp_time">${rampup}</stringProp>
        <boolProp name="ThreadGroup.scheduler">${duration !== ''}</boolProp>
        <stringProp name="ThreadGroup.duration">${duration}</stringProp>
      </ThreadGroup>
      <hashTree>
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="${label}">
          <elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>
          <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
          <stringProp name="HTTPSampler.port">${port}</stringProp>
          <stringProp name="HTTPSampler.protocol">http</stringProp>
          <stringProp name="HTTPSampler.path">${path}</stringProp>
          <stringProp name="HTTPSampler.method">GET</stringProp>
          <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
        </HTTPSamplerProxy>
        <hashTree>${timer}</hashTree>
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`;
}
