import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a page under a heading, with what belongs beside the heading. */
export function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
