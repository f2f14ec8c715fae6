import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CopyLine } from '../../components/copy.tsx';

interface OnceProps {
  what: string;
  secret: string;
  onDone: () => void;
  /** How to use it. */
  children?: ComponentChildren;
}

/** A secret that is shown this once. */
export function Once({ what, secret, onDone, children }: OnceProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [secret]);
  return (
    <div ref={box} class="once" tabIndex={-1} role="status">
      <p>
        <b>✓ {what}</b> It is shown this once; keep it where secrets belong.
      </p>
      <CopyLine text={secret} />
      {children}
      <button type="button" onClick={onDone}>
        I have kept it
      </button>
    </div>
  );
}
