import type { XmlNode } from '../../src/jmx/parse-xml.ts';
import { setText, stringProp, textOf } from './xml-properties.ts';

export interface Bounds {
  /** Virtual users of each thread group. */
  users: number;
  /** Maximum iterations of each thread group and Loop Controller. */
  loops: number;
}

/**
 * Changes a plan so that it ends within seconds and does not depend on the clock: few users and loops, no ramp-up, no
 * waiting, no limits of response times. Thread groups of plugins and open models become plain ones, because their
 * number of iterations depends on the clock. Elements that report to other systems are disabled.
 */
export function boundElement(element: XmlNode, bounds: Bounds): void {
  const kind = element.tag.split('.').at(-1) ?? '';
  if (timedGroups.has(kind)) makePlainGroup(element);
  if (plainGroups.has(element.tag)) boundGroup(element, bounds);
  if (kind === 'RunTime')
    Object.assign(element, { tag: 'GenericController', children: [] }, renamed(element));
  if (kind === 'LoopController') setText(element, 'LoopController.loops', boundLoops(element, bounds));
  if (disabled.has(kind)) element.attributes.enabled = 'false';
  for (const [name, value] of Object.entries(fixedTexts)) setText(element, name, value);
  for (const name of ['HTTPSampler.connect_timeout', 'HTTPSampler.response_timeout']) {
    if (/^\d+$/.test(textOf(element, name).trim())) setText(element, name, '30000');
  }
  if (/Collector|Visualizer|Writer/.test(kind)) setText(element, 'filename', '');
}

const plainGroups = new Set(['ThreadGroup', 'SetupThreadGroup', 'PostThreadGroup']);
const timedGroups = new Set([
  'ArrivalsThreadGroup',
  'ConcurrencyThreadGroup',
  'FreeFormArrivalsThreadGroup',
  'OpenModelThreadGroup',
  'SteppingThreadGroup',
  'UltimateThreadGroup',
]);

const disabled = new Set([
  'BackendListener',
  'ConstantThroughputTimer',
  'FlexibleFileWriter',
  'PreciseThroughputTimer',
  'SyncTimer',
  'VariableThroughputTimer',
]);

/** Fixed values by property, for any element that has it. */
const fixedTexts = {
  'ActionProcessor.duration': '0',
  'ConstantTimer.delay': '0',
  'RandomTimer.range': '0',
  'DurationAssertion.duration': '600000',
  'InterruptTimer.timeout': '600000',
};

const renamed = ({ attributes }: XmlNode) => ({
  attributes: { ...attributes, guiclass: 'LogicControllerGui', testclass: 'GenericController' },
});

function makePlainGroup(element: XmlNode): void {
  const onError = textOf(element, 'ThreadGroup.on_sample_error') || 'continue';
  element.tag = 'ThreadGroup';
  element.attributes = { ...element.attributes, guiclass: 'ThreadGroupGui', testclass: 'ThreadGroup' };
  element.children = [
    stringProp('ThreadGroup.on_sample_error', onError),
    stringProp('ThreadGroup.num_threads', '1'),
    stringProp('ThreadGroup.ramp_time', '0'),
    {
      tag: 'elementProp',
      attributes: { name: 'ThreadGroup.main_controller', elementType: 'LoopController' },
      text: '',
      children: [
        {
          tag: 'boolProp',
          attributes: { name: 'LoopController.continue_forever' },
          text: 'false',
          children: [],
        },
        stringProp('LoopController.loops', '-1'),
      ],
    },
  ];
}

function boundGroup(element: XmlNode, bounds: Bounds): void {
  if (textOf(element, 'ThreadGroup.num_threads').trim() !== '0') {
    setText(element, 'ThreadGroup.num_threads', String(bounds.users));
  }
  for (const name of ['ThreadGroup.ramp_time', 'ThreadGroup.delay', 'ThreadGroup.duration']) {
    setText(element, name, '0');
  }
  setText(element, 'ThreadGroup.scheduler', 'false');
  const main = element.children.find(({ attributes }) => attributes.name === 'ThreadGroup.main_controller');
  if (main) {
    setText(main, 'LoopController.loops', boundLoops(main, bounds));
    setText(main, 'LoopController.continue_forever', 'false');
  }
}

/** Small constants are kept; others, endless and variable ones become the bound. */
function boundLoops(controller: XmlNode, { loops }: Bounds): string {
  const written = textOf(controller, 'LoopController.loops').trim();
  return /^\d+$/.test(written) && Number(written) <= loops ? written : String(loops);
}
