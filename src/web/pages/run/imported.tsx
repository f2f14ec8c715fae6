import type { RunViewResource } from '../../../contract/resources/view.ts';
import { Moment } from '../../components/moment.tsx';

/** Origin of an imported run, and whether its file was modified. */
export function Imported({ origin }: { origin: NonNullable<RunViewResource['imported']> }) {
  const { service, exported, run, verified, problem, key_fingerprint: fingerprint } = origin;
  return (
    <p class={verified ? 'good' : 'bad'} role={verified ? undefined : 'alert'}>
      {verified ? '✓ Verified: ' : `✕ Changed after it was signed: ${problem} `}
      imported from {service}, exported <Moment at={exported} />, run <span class="id">{run}</span>.
      Read-only.
      {fingerprint !== null && (
        <>
          {' '}
          Key{' '}
          <span class="id" title={fingerprint}>
            {fingerprint.slice(0, 16)}
          </span>
        </>
      )}
    </p>
  );
}
