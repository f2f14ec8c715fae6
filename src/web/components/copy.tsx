import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, what = 'Copy' }: { text: string; what?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" class="quiet" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} /> <span aria-live="polite">{isCopied ? 'Copied' : what}</span>
    </button>
  );
}

/** A command with a copy button. */
export function CopyLine({ text }: { text: string }) {
  return (
    <div class="copy-line">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
