/** A plan in which each thread asks the target so many times, with a pause before each. */
export function jmeterPlan(options: {
  port: number;
  threads: number;
  loops: number;
  pauseMs: number;
}): string {
  const { port, threads, loops, pauseMs } = options;
  const text = (name: string, value: string | number) => `<stringProp name="${name}">${value}</stringProp>`;
  const flag = (name: string, value: boolean) => `<boolProp name="${name}">${value}</boolProp>`;
  const controller =
    '<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" ' +
    `testclass="LoopController">${flag('LoopController.continue_forever', false)}` +
    `${text('LoopController.loops', loops)}</elementProp>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan">
<elementProp name="TestPlan.user_defined_variables" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>
</TestPlan><hashTree>
<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users">
${text('ThreadGroup.on_sample_error', 'continue')}${controller}
${text('ThreadGroup.num_threads', threads)}${text('ThreadGroup.ramp_time', 0)}${flag('ThreadGroup.scheduler', false)}
</ThreadGroup><hashTree>
<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="home">
<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>
${text('HTTPSampler.domain', '127.0.0.1')}${text('HTTPSampler.port', port)}${text('HTTPSampler.protocol', 'http')}
${text('HTTPSampler.path', '/')}${text('HTTPSampler.method', 'GET')}${flag('HTTPSampler.use_keepalive', true)}
</HTTPSamplerProxy><hashTree>
<ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="pause">${text('ConstantTimer.delay', pauseMs)}</ConstantTimer><hashTree/>
</hashTree></hashTree></hashTree></hashTree></jmeterTestPlan>
`;
}
