import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CopyLine } from '../../components/copy.tsx';

interface NewSecretProps {
  what: string;
  secret: string;
  onDone: () => void;
  /** Usage example. */
  children?: ComponentChildren;
}

/** A new secret, shown only once. */
export function NewSecret({ what, secret, onDone, children }: NewSecretProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [secret]);
  return (
    <div ref={box} class="once" tabIndex={-1} role="status">
      <p>
        <b>✓ {what}</b> Copy it now. It is not shown again.
      </p>
      <CopyLine text={secret} />
      {children}
      <button type="button" onClick={onDone}>
        I have saved it
      </button>
    </div>
  );
}
