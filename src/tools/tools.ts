import { type ToolAvailability, type ToolName, toolNames } from '../domain/tool.ts';
import { createGatling } from './gatling/gatling.ts';
import { createJavaSelenium } from './java-selenium/java-selenium.ts';
import { createJmeter } from './jmeter/jmeter.ts';
import { createServiceChrome } from './service-chrome/service-chrome.ts';
import type { Tool, ToolContext } from './tool.ts';

/** The tools this version can run, by name. */
export const runnableTools: readonly ToolName[] = toolNames;

/** The adapter of a tool. It keeps nothing that matters in memory, so a new one can take over at any time. */
export function toolFor(name: ToolName): Tool {
  switch (name) {
    case 'jmeter':
      return createJmeter();
    case 'gatling':
      return createGatling();
    case 'service-chrome':
      return createServiceChrome();
    case 'java-selenium-chrome':
      return createJavaSelenium('chrome');
    case 'java-selenium-firefox':
      return createJavaSelenium('firefox');
  }
}

/** What this machine can run of the tools that this version knows. */
export async function probeTools(context: ToolContext): Promise<ToolAvailability[]> {
  return Promise.all(runnableTools.map((name) => probeTool(name, context)));
}

/** Never fails: a tool that cannot even be examined is not available. */
export async function probeTool(name: ToolName, context: ToolContext): Promise<ToolAvailability> {
  try {
    return await toolFor(name).probe(context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { tool: name, isAvailable: false, version: null, missing: [why] };
  }
}
