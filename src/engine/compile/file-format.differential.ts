import type { DifferentialCase } from '../testing/differential-case.ts';

const attributes = 'version="1.2" properties="5.0" jmeter="5.6.3"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

const jmx = (inner: string, head = declaration, root = attributes) =>
  `${head}\n<jmeterTestPlan ${root}>\n  <hashTree>\n${inner}\n  </hashTree>\n</jmeterTestPlan>\n`;

const debug = (name: string, more = '', children = '') =>
  `<DebugSampler guiclass="TestBeanGUI" testclass="DebugSampler" testname="${name}"${more}><boolProp name="displayJMeterProperties">false</boolProp><boolProp name="displayJMeterVariables">false</boolProp><boolProp name="displaySystemProperties">false</boolProp></DebugSampler><hashTree>${children}</hashTree>`;

const loops = (count: string) =>
  `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp>${count}</elementProp>`;

const group = (children: string, more = '', own = '') =>
  `<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users"${more}><stringProp name="ThreadGroup.num_threads">1</stringProp><stringProp name="ThreadGroup.ramp_time">0</stringProp><stringProp name="ThreadGroup.on_sample_error">continue</stringProp>${own || loops('<stringProp name="LoopController.loops">1</stringProp>')}</ThreadGroup><hashTree>${children}</hashTree>`;

const plan = (children: string, more = '', own = '') =>
  `<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"${more}>${own}</TestPlan><hashTree>${children}</hashTree>`;

const simple = (name: string, children: string, more = '') =>
  `<GenericController guiclass="LogicControllerGui" testclass="GenericController" testname="${name}"${more}/><hashTree>${children}</hashTree>`;

const variables = (values: string) =>
  `<Arguments guiclass="ArgumentsPanel" testclass="Arguments" testname="Variables" enabled="true"><collectionProp name="Arguments.arguments">${values}</collectionProp></Arguments><hashTree/>`;

const variable = (name: string, value: string) =>
  `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp><stringProp name="Argument.metadata">=</stringProp></elementProp>`;

const whole = (inner: string) => jmx(plan(group(inner)));

export const cases: DifferentialCase[] = [
  {
    name: 'what follows the outer tree is not read, whatever it is',
    plan: whole(debug('a')).replace('</jmeterTestPlan>', '</jmeterTestPlan>\n]0;more & <less'),
  },
  {
    name: 'a file without the version that wrote it, and without an XML declaration',
    plan: jmx(plan(group(debug('a'))), '', 'version="1.2"'),
  },
  { name: 'a byte-order mark', plan: Buffer.from(`\ufeff${whole(debug('é €'))}`) },
  {
    name: 'any other encoding is read as UTF-8 all the same',
    plan: Buffer.from(
      jmx(plan(group(debug('aéb'))), '<?xml version="1.0" encoding="ISO-8859-1"?>'),
      'latin1',
    ),
  },
  {
    name: 'an encoding that is only said, not meant',
    plan: jmx(plan(group(debug('aéb€'))), '<?xml version="1.0" encoding="ISO-8859-1"?>'),
  },
  {
    name: 'references to characters, also to those that XML forbids',
    plan: jmx(
      plan(
        variables(
          variable('lines', 'a&#xd;&#xa;b&#13;c&#10;d&#9;e') +
            variable('odd', '[&#x1;&#x1f;&#xb;]') +
            variable('raw', '[\u0001\u001b]') +
            variable('cdata', '<![CDATA[<a> & ]]>b') +
            variable('entities', '&lt;&gt;&amp;&quot;&apos;&#228;&#x20ac;&#128512;'),
        ) + group(debug('${lines}|${odd}|${raw}|${cdata}|${entities}') + debug('&#x2;&#xd;&quot;name&quot;')),
      ),
    ),
  },
  {
    name: 'line ends of Windows and blanks around values',
    plan: jmx(
      plan(
        variables(variable('spaced', '  a  ') + variable('lines', '\r\n a\r\nb\r\n')) +
          group(debug('[${spaced}][${lines}]')),
      ).replaceAll('><', '>\r\n<'),
    ),
  },
  {
    name: 'a comment and a processing instruction between elements',
    plan: whole(`<!-- one -->${debug('a')}<?two three?><!-- four -->${debug('b')}`),
  },
  {
    name: 'properties in other types than usual',
    plan: jmx(
      plan(
        group(
          '<ThroughputController guiclass="ThroughputControllerGui" testclass="ThroughputController" testname="half"><intProp name="ThroughputController.style">1</intProp><boolProp name="ThroughputController.perThread">true</boolProp><intProp name="ThroughputController.maxThroughput">1</intProp><FloatProperty><name>ThroughputController.percentThroughput</name><value>50.0</value><savedValue>0.0</savedValue></FloatProperty></ThroughputController>' +
            `<hashTree>${debug('a')}</hashTree>` +
            '<ConstantThroughputTimer guiclass="TestBeanGUI" testclass="ConstantThroughputTimer" testname="t"><stringProp name="calcMode">this thread only</stringProp><doubleProp><name>throughput</name><value>60000000.0</value><savedValue>0.0</savedValue></doubleProp></ConstantThroughputTimer><hashTree/>' +
            debug('b'),
          '',
          loops('<intProp name="LoopController.loops">4</intProp>'),
        ).replace(
          '<stringProp name="ThreadGroup.num_threads">1</stringProp>',
          '<longProp name="ThreadGroup.num_threads">1</longProp>',
        ),
      ),
    ),
  },
  {
    name: 'booleans that are not quite',
    plan: whole(
      simple('off', debug('a'), ' enabled="FALSE"') +
        simple('on', debug('b'), ' enabled="True"') +
        simple('no', debug('c'), ' enabled="no"') +
        simple('empty', debug('d'), ' enabled=""') +
        simple('spaced', debug('e'), ' enabled=" true"') +
        simple('unsaid', debug('f')) +
        '<TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="T"><boolProp name="TransactionController.parent"> true </boolProp><boolProp name="TransactionController.includeTimers">TRUE</boolProp></TransactionController>' +
        `<hashTree>${debug('g')}</hashTree>`,
    ),
  },
  {
    name: 'what is disabled, at each level',
    plan: jmx(
      plan(
        group(debug('never'), ' enabled="false"') +
          group(
            simple(
              'outer',
              debug('never', ' enabled="false"', debug('nor this')) +
                simple('inner', debug('never'), ' enabled="false"') +
                debug('yes', ' enabled="true"') +
                simple('deep', simple('deeper', debug('never', ' enabled="false"') + debug('deep'))),
            ) +
              '<ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="t" enabled="false"><stringProp name="ConstantTimer.delay">900000</stringProp></ConstantTimer><hashTree/>',
          ) +
          variables(variable('x', '1')).replace('enabled="true"', 'enabled="false"') +
          group(debug('${x}')),
      ),
    ),
  },
  {
    name: 'attributes that a property of the element says once more',
    plan: whole(
      debug('a').replace(
        '<boolProp name="displayJMeterProperties"',
        '<boolProp name="TestElement.enabled">false</boolProp><boolProp name="displayJMeterProperties"',
      ) +
        debug('b').replace(
          '<boolProp name="displayJMeterProperties"',
          '<stringProp name="TestElement.name">other</stringProp><boolProp name="displayJMeterProperties"',
        ) +
        simple('S', debug('c')),
    ),
  },
  {
    name: 'elements without a name',
    plan: jmx(
      plan(
        group(
          debug('a').replace(' testname="a"', '') + simple('S', debug('b')).replace(' testname="S"', ''),
        ).replace(' testname="Users"', ''),
      ).replace(' testname="Plan"', ''),
    ),
  },
  {
    name: 'full names of classes, and the tag that counts rather than the test class',
    plan: whole(
      debug('a').replaceAll('DebugSampler', 'org.apache.jmeter.sampler.DebugSampler') +
        debug('b').replace('testclass="DebugSampler"', 'testclass="GenericController"') +
        debug('c').replace(
          '<DebugSampler ',
          '<DebugSampler class="org.apache.jmeter.sampler.DebugSampler" ',
        ) +
        debug('d').replace(' testclass="DebugSampler"', ''),
    ),
  },
  {
    name: 'WorkBench beside the plan, with a sampler in it',
    plan: jmx(
      `${plan(group(debug('a')))}<WorkBench guiclass="WorkBenchGui" testclass="WorkBench" testname="WorkBench" enabled="true"><boolProp name="WorkBench.save">true</boolProp></WorkBench><hashTree>${debug('b')}${simple('S', debug('c'))}</hashTree>`,
    ),
  },
  {
    name: 'elements in odd places: samplers and controllers beside thread groups',
    plan: jmx(
      plan(
        debug('lost') +
          simple('S', debug('lost too')) +
          group(debug('a', '', debug('under a sampler') + simple('C', debug('deeper')))) +
          '<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="F"/><hashTree>' +
          `${debug('in a fragment')}</hashTree>`,
      ),
    ),
  },
  {
    name: 'a thread group within a controller, and a fragment within a group',
    plan: jmx(
      plan(
        group(
          debug('a') +
            '<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="F"/><hashTree>' +
            `${debug('in a fragment')}</hashTree>`,
        ),
      ),
    ),
  },
  {
    name: 'lists whose entries are named by a hash, by nothing, or alike',
    plan: whole(
      '<UserParameters guiclass="UserParametersGui" testclass="UserParameters" testname="P"><collectionProp name="UserParameters.names"><stringProp name="120">x</stringProp><stringProp name="120">y</stringProp></collectionProp><collectionProp name="UserParameters.thread_values"><collectionProp name="-1">' +
        '<stringProp name="">1</stringProp><stringProp name="">2</stringProp></collectionProp></collectionProp><boolProp name="UserParameters.per_iteration">false</boolProp></UserParameters><hashTree/>' +
        debug('${x} ${y}'),
    ),
  },
  {
    name: 'a property that is there twice',
    plan: whole(
      `<LoopController guiclass="LoopControlPanel" testclass="LoopController" testname="L"><stringProp name="LoopController.loops">2</stringProp><boolProp name="LoopController.continue_forever">true</boolProp><stringProp name="LoopController.loops">3</stringProp></LoopController><hashTree>${debug('a')}</hashTree>`,
    ),
  },
  {
    name: 'depth',
    plan: whole(
      Array.from({ length: 60 }).reduce<string>((inner, _, at) => simple(`S${at}`, inner), debug('deep')),
    ),
  },
  {
    name: 'names of properties and windows from long ago',
    plan: ({ port }) =>
      whole(
        `<ConfigTestElement guiclass="org.apache.jmeter.protocol.http.config.gui.UrlConfigGui" testclass="ConfigTestElement" testname="D"><elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp><stringProp name="HTTPSampler.domain">127.0.0.1</stringProp><stringProp name="HTTPSampler.port">${port}</stringProp></ConfigTestElement><hashTree/>` +
          '<HeaderManager guiclass="HeaderPanel" testclass="HeaderManager" testname="H"><collectionProp name="HeaderManager.headers"><elementProp name="" elementType="org.apache.jmeter.protocol.http.control.Header"><stringProp name="TestElement.name">X-Old</stringProp><stringProp name="Header.value">1</stringProp></elementProp></collectionProp></HeaderManager><hashTree/>' +
          '<ConstantThroughputTimer guiclass="org.apache.jmeter.timers.gui.ConstantThroughputTimerGui" testclass="ConstantThroughputTimer" testname="t"><stringProp name="ConstantThroughputTimer.throughput">60000000.0</stringProp></ConstantThroughputTimer><hashTree/>' +
          '<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="get"><stringProp name="HTTPSampler.path">/old</stringProp><stringProp name="HTTPSampler.method">GET</stringProp><boolProp name="HTTPSampler.use_keepalive">true</boolProp></HTTPSamplerProxy><hashTree/>',
      ),
  },
];
