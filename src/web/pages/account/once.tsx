import { useEffect, useRef } from 'preact/hooks';
import { CopyLine } from '../../components/copy.tsx';

/** A secret that is shown this once. */
export function Once({ what, secret, onDone }: { what: string; secret: string; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} class="once" tabIndex={-1} role="status">
      <p>
        <b>{what}</b> It is shown this once; keep it where secrets belong.
      </p>
      <CopyLine text={secret} />
      <button type="button" onClick={onDone}>
        I have kept it
      </button>
    </div>
  );
}
