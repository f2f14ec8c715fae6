import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A page section with a heading and optional content beside it. */
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
