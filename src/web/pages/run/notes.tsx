import { useState } from 'preact/hooks';

/** Longer notes are collapsed. */
const shortCharacters = 500;
const shortLines = 5;

/** Notes of the run, as plain text. */
export function Notes({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = !isWhole && (text.length > shortCharacters || text.split('\n').length > shortLines);
  return (
    <section class="notes" aria-label="Notes">
      <p class={isLong && !isOpen ? 'folded' : ''}>{text}</p>
      {isLong && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </section>
  );
}
