interface SwatchProps {
  /** CSS custom property. */
  colour: string;
  dash?: readonly number[] | undefined;
  /** For filled areas. */
  isBlock?: boolean;
}

/** Legend sample of a line. */
export function Swatch({ colour, dash, isBlock = false }: SwatchProps) {
  return (
    <svg class="swatch" width="24" height="10" viewBox="0 0 24 10" aria-hidden="true">
      <line
        x1="0"
        x2="24"
        y1="5"
        y2="5"
        stroke={`var(${colour}, currentcolor)`}
        stroke-width={isBlock ? 9 : 2.5}
        stroke-dasharray={dash?.join(' ')}
      />
    </svg>
  );
}
