import { provenAssertions } from './assertions.ts';
import { provenConfigs } from './configs.ts';
import { provenControllers } from './controllers.ts';
import { provenFunctions } from './functions.ts';
import { provenGroups } from './groups.ts';
import { provenListeners } from './listeners.ts';
import { provenPostProcessors } from './postprocessors.ts';
import { provenPreProcessors } from './preprocessors.ts';
import type { PropertyRule, ProvenElement } from './proven-element.ts';
import { provenSamplers } from './samplers.ts';
import { provenTimers } from './timers.ts';

const sections: [title: string, elements: Readonly<Record<string, ProvenElement>>][] = [
  ['Test plan and thread groups', provenGroups],
  ['Controllers', provenControllers],
  ['Samplers', provenSamplers],
  ['Configuration', provenConfigs],
  ['Timers', provenTimers],
  ['Pre-processors', provenPreProcessors],
  ['Post-processors', provenPostProcessors],
  ['Assertions', provenAssertions],
  ['Listeners', provenListeners],
];

/** The reference page docs/reference/jmx.md, made from the proven set. */
export function renderProvenPage(): string {
  const parts = sections
    .filter(([, elements]) => Object.keys(elements).length > 0)
    .map(([title, elements]) => `## ${title}\n\n${Object.entries(elements).map(renderElement).join('\n')}`);
  return `${intro}\n\n${parts.join('\n\n')}\n\n## Functions\n\n${renderFunctions()}\n`;
}

const intro = `# What Spate's own engine runs of JMeter plans

This page is made from the tables in \`src/jmx/proven/\`. Every line of it stands for plans that Apache JMeter 5.6.3 and Spate's
own engine have both run, with the same samples, the same requests as the target saw them, and the same files. With
\`run[engine]\` left at \`auto\`, a plan whose enabled elements, properties and functions are all here runs on Spate's own engine, any other
on Apache JMeter; the run and \`spate verify plan.jmx\` say which it is and name what is not here yet.

A regular expression that backtracks much in a long answer is handed over to a search whose time grows only with the text. Where there
is none (with \`$\`, \`\\b\`, looks ahead or intervals of more than 16, beside a repetition
without end) it has five seconds for each text: then the run ends and names the expression.`;

function renderElement([kind, element]: [string, ProvenElement]): string {
  const limits = Object.entries(element.properties).flatMap(([name, rule]) => limitOf(name, rule));
  return [
    `- **${element.title}** (\`${kind}\`)${element.note ? `. ${element.note}` : ''}`,
    ...limits.map((limit) => `  - ${limit}`),
  ].join('\n');
}

/** Nothing for what is run whatever it holds. */
function limitOf(name: string, rule: PropertyRule): string[] {
  if (rule === 'any' || rule === 'ignored' || isBoolean(rule)) {
    return [];
  }
  if (typeof rule === 'object' && 'only' in rule) {
    return [`\`${name}\`: only ${escapeText(rule.only)}`];
  }
  return [`\`${name}\`: only ${rule.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ')}`];
}

const isBoolean = (rule: PropertyRule) =>
  Array.isArray(rule) && rule.length === 2 && rule.includes('true') && rule.includes('false');

function renderFunctions(): string {
  return Object.entries(provenFunctions)
    .map(
      ([name, { title, condition }]) =>
        `- \`${name}\`: ${title}${condition ? `; only ${escapeText(condition.only)}` : ''}`,
    )
    .join('\n');
}

const escapeText = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
