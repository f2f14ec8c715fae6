/** Builds small JMeter plans for tests. */
export function plan(...children: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Test Plan" enabled="true"/>
    <hashTree>
${children.join('\n')}
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`;
}

export interface GroupOptions {
  users: number | string;
  /** -1: forever. */
  loops: number;
  element?: string;
  rampupS?: string;
  /** Maximum duration in seconds, whatever the loops. */
  durationS?: string;
}

export function threadGroup(options: GroupOptions, ...children: string[]): string {
  const element = options.element ?? 'ThreadGroup';
  return `<${element} guiclass="ThreadGroupGui" testclass="${element}" testname="Users" enabled="true">
  <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
    <boolProp name="LoopController.continue_forever">false</boolProp>
    <stringProp name="LoopController.loops">${options.loops}</stringProp>
  </elementProp>
  <stringProp name="ThreadGroup.num_threads">${options.users}</stringProp>
  <stringProp name="ThreadGroup.ramp_time">${options.rampupS ?? 0}</stringProp>
  <boolProp name="ThreadGroup.scheduler">${options.durationS !== undefined}</boolProp>
  <stringProp name="ThreadGroup.duration">${options.durationS ?? ''}</stringProp>
  <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
</${element}>
<hashTree>
${children.join('\n')}
</hashTree>`;
}

export function httpRequest(target: URL, path: string, label = path, children = ''): string {
  return `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="${label}" enabled="true">
  <elementProp name="HTTPsampler.Arguments" elementType="Arguments">
    <collectionProp name="Arguments.arguments"/>
  </elementProp>
  <stringProp name="HTTPSampler.domain">${target.hostname}</stringProp>
  <stringProp name="HTTPSampler.port">${target.port}</stringProp>
  <stringProp name="HTTPSampler.protocol">http</stringProp>
  <stringProp name="HTTPSampler.path">${path}</stringProp>
  <stringProp name="HTTPSampler.method">GET</stringProp>
  <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
</HTTPSamplerProxy>
<hashTree>${children}</hashTree>`;
}

export function onceOnly(...children: string[]): string {
  return `<OnceOnlyController guiclass="OnceOnlyControllerGui" testclass="OnceOnlyController" testname="Once" enabled="true"/>
<hashTree>
${children.join('\n')}
</hashTree>`;
}

export function csvData(path: string, variables: string): string {
  return `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Data" enabled="true">
  <stringProp name="filename">${path}</stringProp>
  <stringProp name="fileEncoding">UTF-8</stringProp>
  <stringProp name="variableNames">${variables}</stringProp>
  <stringProp name="delimiter">,</stringProp>
  <boolProp name="ignoreFirstLine">false</boolProp>
  <boolProp name="quotedData">false</boolProp>
  <boolProp name="recycle">false</boolProp>
  <boolProp name="stopThread">true</boolProp>
  <stringProp name="shareMode">shareMode.all</stringProp>
</CSVDataSet>
<hashTree/>`;
}

export function groovy(script: string, element = 'JSR223Sampler'): string {
  const escaped = script.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${element} guiclass="TestBeanGUI" testclass="${element}" testname="Groovy" enabled="true">
  <stringProp name="scriptLanguage">groovy</stringProp>
  <stringProp name="cacheKey">true</stringProp>
  <stringProp name="script">${escaped}</stringProp>
</${element}>
<hashTree/>`;
}

/** Variables of the plan; they are evaluated once, before the first sample. */
export function variables(values: Readonly<Record<string, string>>): string {
  const elements = Object.entries(values).map(
    ([name, value]) =>
      `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`,
  );
  return `<Arguments guiclass="ArgumentsPanel" testclass="Arguments" testname="Variables" enabled="true">
  <collectionProp name="Arguments.arguments">${elements.join('')}</collectionProp>
</Arguments>
<hashTree/>`;
}

/** A fragment for Include Controllers. */
export function fragment(...children: string[]): string {
  return plan(
    '<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="Part" enabled="true"/>',
    `<hashTree>${children.join('\n')}</hashTree>`,
  );
}

export function include(path: string): string {
  return `<IncludeController guiclass="IncludeControllerGui" testclass="IncludeController" testname="Include" enabled="true">
  <stringProp name="IncludeController.includepath">${path}</stringProp>
</IncludeController>
<hashTree/>`;
}
