import { type ToolAvailability, type ToolName, toolNames } from '../domain/tool.ts';
import { createGatling } from './gatling/gatling.ts';
import { createJavaSelenium } from './java-selenium/java-selenium.ts';
import { createJmeter } from './jmeter/jmeter.ts';
import { JavaFinder } from './jvm/java.ts';
import { createServiceChrome } from './service-chrome/service-chrome.ts';
import type { Tool, ToolContext } from './tool.ts';

/** The tools this version can run, by name. */
export const runnableTools: readonly ToolName[] = toolNames;

/** The adapters of all tools, with a shared search for Java. */
export function createTools(): Tool[] {
  const java = new JavaFinder();
  return runnableTools.map((name) => toolFor(name, java));
}

/** The adapter of a tool. It has no state in memory, so a new one can take over at any time. */
export function toolFor(name: ToolName, java = new JavaFinder()): Tool {
  switch (name) {
    case 'jmeter':
      return createJmeter(java);
    case 'gatling':
      return createGatling(java);
    case 'service-chrome':
      return createServiceChrome();
    case 'java-selenium-chrome':
      return createJavaSelenium('chrome', java);
    case 'java-selenium-firefox':
      return createJavaSelenium('firefox', java);
  }
}

/** Availability of all tools on this machine. */
export async function probeTools(context: ToolContext): Promise<ToolAvailability[]> {
  return Promise.all(createTools().map((tool) => tryProbe(tool, context)));
}

/** Availability of one tool on this machine. */
export async function probeTool(name: ToolName, context: ToolContext): Promise<ToolAvailability> {
  return tryProbe(toolFor(name), context);
}

/** Never throws: a tool whose probe fails is not available. */
async function tryProbe(tool: Tool, context: ToolContext): Promise<ToolAvailability> {
  try {
    return await tool.probe(context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { tool: tool.name, isAvailable: false, version: null, missing: [why] };
  }
}
