import { useState } from 'preact/hooks';
import type { TestResource } from '../../../contract/resources/load-test.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { whole } from '../../format/figures.ts';

type Version = TestResource['versions'][number];

/** Contents of the plan, each comparable with the one before, and then with any other. */
export function PlanVersions({ test }: { test: TestResource }) {
  const [pair, setPair] = useState<{ from: number; to: number }>();
  const columns: Column<Version>[] = [
    { key: 'version', name: 'Version', isText: true, cell: (each) => each.version },
    {
      key: 'plan',
      name: 'File',
      isText: true,
      cell: ({ plan, first_run }) => <a href={`/app/runs/${first_run}`}>{plan}</a>,
    },
    {
      key: 'hash',
      name: 'SHA-256',
      isText: true,
      cell: ({ sha256 }) => <span class="id">{sha256.slice(0, 8)}</span>,
    },
    { key: 'runs', name: 'Runs', cell: ({ runs }) => whole(runs) },
    { key: 'first', name: 'First used', cell: ({ first_used }) => <Moment at={first_used} /> },
    {
      key: 'diff',
      name: 'Changes',
      isText: true,
      cell: (each) =>
        each.version > 1 && (
          <button
            type="button"
            class="link"
            onClick={() => setPair({ from: each.version - 1, to: each.version })}
          >
            Compare with version {each.version - 1}
          </button>
        ),
    },
  ];
  return (
    <Part title="Versions of the plan">
      <DataTable
        caption="Versions of the plan"
        columns={columns}
        count={test.versions.length}
        rowAt={(index) => test.versions[index]}
        keyOf={(each) => String(each.version)}
      />
      {pair && (
        <>
          <p class="compared-versions">
            Compare version
            <VersionChoice
              name="First version"
              test={test}
              value={pair.from}
              onChange={(from) => setPair({ ...pair, from })}
            />
            with version
            <VersionChoice
              name="Second version"
              test={test}
              value={pair.to}
              onChange={(to) => setPair({ ...pair, to })}
            />
          </p>
          <Difference testId={test.uuid} {...pair} />
        </>
      )}
    </Part>
  );
}

interface VersionChoiceProps {
  name: string;
  test: TestResource;
  value: number;
  onChange: (version: number) => void;
}

function VersionChoice({ name, test, value, onChange }: VersionChoiceProps) {
  return (
    <select
      aria-label={name}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {test.versions.map(({ version }) => (
        <option key={version} value={String(version)}>
          {version}
        </option>
      ))}
    </select>
  );
}

function Difference({ testId, from, to }: { testId: string; from: number; to: number }) {
  const loaded = useLoaded((signal) => api.tests.diff(testId, { from, to }, { signal }), [testId, from, to]);
  if (!loaded.value) return <Problems messages={loaded.error ? [loaded.error.message] : []} />;
  if (loaded.value.text === '') return <p class="soft">These versions are equal.</p>;
  return (
    <figure class="difference">
      <figcaption>
        Version {from} compared with version {to}
      </figcaption>
      <pre>
        {loaded.value.text.split('\n').map((line, index) => (
          <span key={index} class={toneOf(line)}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
    </figure>
  );
}

function toneOf(line: string): string | undefined {
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : undefined;
}
