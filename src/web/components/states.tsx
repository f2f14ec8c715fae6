import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ContractError } from '../../contract/contract-error.ts';
import { CopyLine } from './copy.tsx';

const placeholderDelayMs = 300;

/** Renders nothing for 300 ms, then placeholder lines. */
export function Loading({ what, lines = 6 }: { what: string; lines?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), placeholderDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <div class="outlines" role="status">
      <span class="hidden">Loading {what}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="outline" />
      ))}
    </div>
  );
}

/** Error state with an optional retry button. */
export function Failed({ error, retry }: { error: ContractError; retry?: () => void }) {
  return (
    <div class="state" role="alert">
      <h1>{error.status === 404 ? 'Not found' : 'Request failed'}</h1>
      <p>{error.message}</p>
      {error.details.length > 0 && (
        <ul>
          {error.details.map((detail) => (
            <li key={detail.message}>{detail.message}</li>
          ))}
        </ul>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Empty state with an optional command to copy. */
export function Empty({
  title,
  children,
  command,
  after,
}: {
  title: string;
  children?: ComponentChildren;
  command?: string;
  /** Content below the command. */
  after?: ComponentChildren;
}) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
      {command !== undefined && <CopyLine text={command} />}
      {after}
    </div>
  );
}
