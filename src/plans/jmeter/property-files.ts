import { AppError } from '../../domain/errors.ts';
import type { PlanFile } from '../plan-file.ts';
import { parseProperties } from './java-properties.ts';

/** Uploaded files that are read like those in JMeter's folder; later files take precedence. */
const names = ['jmeter.properties', 'user.properties'];

/** Read by Apache JMeter only, as properties of its JVM. */
export const systemPropertiesName = 'system.properties';

export const isPropertyFile = (name: string): boolean =>
  names.includes(name) || name === systemPropertiesName;

export interface PropertyFile {
  name: string;
  properties: Map<string, string>;
}

/** The uploaded property files in the order they are read. Throws `plan_broken` for a file that Java rejects. */
export function readPropertyFiles(files: readonly PlanFile[]): PropertyFile[] {
  return names.flatMap((name) => readNamed(name, files));
}

export function uploadedSystemProperties(files: readonly PlanFile[]): Map<string, string> {
  return readNamed(systemPropertiesName, files)[0]?.properties ?? new Map();
}

/** Properties of all these files, merged. */
export function uploadedProperties(files: readonly PlanFile[]): Map<string, string> {
  return new Map(readPropertyFiles(files).flatMap(({ properties }) => [...properties]));
}

function readNamed(name: string, files: readonly PlanFile[]): PropertyFile[] {
  const content = files.find((file) => file.name === name)?.content;
  return content ? [{ name, properties: read(name, content) }] : [];
}

function read(name: string, content: Uint8Array): Map<string, string> {
  const { properties, malformed } = parseProperties(content);
  if (malformed !== undefined) {
    throw new AppError(
      'plan_broken',
      `${name} cannot be read: the property "${malformed}" has \\u without four hexadecimal digits. Write a backslash as \\\\.`,
    );
  }
  return properties;
}
