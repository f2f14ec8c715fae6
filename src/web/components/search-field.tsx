import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { Icon } from './icons.tsx';

const pauseMs = 200;

/** Search field with debounced changes. `/` focuses it, Escape leaves it. */
export function SearchField({
  value,
  label,
  onChange,
}: {
  value: string;
  label: string;
  onChange: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useKeys([{ key: '/', does: label, run: () => field.current?.focus() }], [label]);
  /** Last value passed to `onChange`. When it returns as `value`, the user may have typed more. */
  const lastSent = useRef(value);
  useEffect(() => {
    if (value === lastSent.current) return;
    lastSent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = text;
      onChange(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label class="search">
      <Icon name="search" />
      <span class="hidden">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
