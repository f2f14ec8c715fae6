import type { DescribedDataFile, DescribedPlugin, PlanDescription } from '../../plans/plan-description.ts';
import type { Paint } from '../render/paint.ts';

/** What a plan needs beside itself: data files and plugins, each with where it stands. */
export function describeNeeds(
  { dataFiles, plugins }: Pick<PlanDescription, 'dataFiles' | 'plugins'>,
  paint: Paint,
): string[] {
  return [
    ...(dataFiles.length === 0 ? [] : ['It needs these files:']),
    ...dataFiles.map((file) => `  ${fileLine(file, paint)}`),
    ...(plugins.length === 0 ? [] : ['It needs these plugins:']),
    ...plugins.map((plugin) => `  ${pluginLine(plugin, paint)}`),
  ];
}

const uses: Record<DescribedDataFile['use'], string> = {
  csv: 'data of',
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
      return `${paint.doubtful('!')} ${what}; ${file} is taken for it`;
    case 'missing':
      return `${paint.bad('✗')} ${what}; it was not given`;
    case 'unknown':
      return `${paint.faint('?')} ${what}; its name is known only when the plan runs`;
  }
}

function pluginLine({ name, classes, state }: DescribedPlugin, paint: Paint): string {
  const what = classes.includes(name) ? name : `${name}  (${classes.join(', ')})`;
  switch (state) {
    case 'there':
      return `${paint.good('✓')} ${what}; comes with Spate`;
    case 'missing':
      return `${paint.bad('✗')} ${what}; give its .jar file with the plan`;
    case 'unknown':
      return `${paint.doubtful('!')} ${what}; must be in one of the .jar files`;
  }
}
