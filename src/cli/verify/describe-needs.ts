import type { DescribedDataFile, DescribedPlugin } from '../../plans/plan-description.ts';
import type { Paint } from '../render/paint.ts';

export interface DescribedNeeds {
  dataFiles: readonly DescribedDataFile[];
  plugins: readonly DescribedPlugin[];
}

/** Data files and plugins of a plan with their state. */
export function describeNeeds({ dataFiles, plugins }: DescribedNeeds, paint: Paint): string[] {
  return [
    ...(dataFiles.length === 0 ? [] : ['Required files:']),
    ...dataFiles.map((file) => `  ${fileLine(file, paint)}`),
    ...(plugins.length === 0 ? [] : ['Required plugins:']),
    ...plugins.map((plugin) => `  ${pluginLine(plugin, paint)}`),
  ];
}

const uses: Record<DescribedDataFile['use'], string> = {
  csv: 'data for',
  include: 'fragment for',
  upload: 'sent by',
  other: 'read by',
};

function fileLine({ path, use, element, state, file }: DescribedDataFile, paint: Paint): string {
  const what = `${path}  ${uses[use]} ${element}`;
  switch (state) {
    case 'there':
      return `${paint.good('✓')} ${what}`;
    case 'elsewhere':
      return `${paint.doubtful('!')} ${what}; using ${file}`;
    case 'missing':
      return `${paint.bad('✗')} ${what}; missing`;
    case 'unknown':
      return `${paint.faint('?')} ${what}; resolved at run time`;
  }
}

function pluginLine({ name, classes, state }: DescribedPlugin, paint: Paint): string {
  const what = classes.includes(name) ? name : `${name}  (${classes.join(', ')})`;
  switch (state) {
    case 'there':
      return `${paint.good('✓')} ${what}; included with Spate`;
    case 'missing':
      return `${paint.bad('✗')} ${what}; missing: add its .jar file`;
    case 'unknown':
      return `${paint.doubtful('!')} ${what}; must be in one of the .jar files`;
  }
}
