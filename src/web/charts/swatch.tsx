interface SwatchProps {
  /** Custom property of the style sheet. */
  colour: string;
  dash?: readonly number[] | undefined;
  /** For what is filled. */
  isBlock?: boolean;
}

/** How a line is drawn, beside its name. */
export function Swatch({ colour, dash, isBlock = false }: SwatchProps) {
  return (
    <svg class="swatch" viewBox="0 0 24 10" aria-hidden="true">
      <line
        x1="0"
        x2="24"
        y1="5"
        y2="5"
        style={{ stroke: `var(${colour})` }}
        stroke-width={isBlock ? 9 : 2.5}
        stroke-dasharray={dash?.join(' ')}
      />
    </svg>
  );
}
