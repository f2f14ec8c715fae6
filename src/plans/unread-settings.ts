import type { RunSettings } from '../domain/run-settings.ts';
import type { ToolName } from '../domain/tool.ts';
import type { PlanFile } from './plan-file.ts';

/** Settings that plans of these tools must read themselves, under these names. */
const settings = { threads: 'threads', rampup: 'rampupS', duration: 'durationS' } as const;
const howToRead: Partial<Record<ToolName, (name: string) => string>> = {
  jmeter: (name) => `\${__P(${name})}`,
  gatling: (name) => `Integer.getInteger("${name}")`,
};

/** Sentences on settings without effect: the plan does not mention their name. */
export function unreadSettings(
  given: Partial<RunSettings>,
  tool: ToolName,
  files: readonly PlanFile[],
): string[] {
  const howTo = howToRead[tool];
  if (!howTo || files.some(({ name }) => /\.(?:jar|class)$/i.test(name))) return [];
  const texts = files.flatMap(({ content }) => (content ? [textOf(tool, content)] : []));
  return Object.entries(settings).flatMap(([name, property]) => {
    const value = given[property] ?? null;
    const word = new RegExp(`\\b${name}\\b`);
    if (value === null || texts.some((text) => word.test(text))) return [];
    return `${name} = ${value} has no effect, because the plan does not read it. To apply it, use ${howTo(name)} in the plan.`;
  });
}

/** Property names of a JMeter plan, such as `ThreadGroup.duration`, are attributes and do not count. */
function textOf(tool: ToolName, content: Uint8Array): string {
  const text = Buffer.from(content).toString('utf8');
  return tool === 'jmeter' ? text.replaceAll(/\b(?:name|elementType|guiclass|testclass)="[^"]*"/g, '') : text;
}
