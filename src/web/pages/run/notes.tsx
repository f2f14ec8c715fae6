import { useState } from 'preact/hooks';

/** Longer notes begin folded. */
const shortCharacters = 500;
const shortLines = 5;

/** What somebody wrote about the run, as it was written. */
export function Notes({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > shortCharacters || text.split('\n').length > shortLines;
  return (
    <section class="notes" aria-label="Notes">
      <p class={isLong && !isOpen ? 'folded' : ''}>{text}</p>
      {isLong && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold notes' : 'Show all notes'}
        </button>
      )}
    </section>
  );
}
