const paths = {
  light:
    'M8 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3.050 3.050l1.060 1.060M11.890 11.890l1.060 1.060M3.050 12.950l1.060-1.060M11.890 4.110l1.060-1.060',
  dark: 'M13.500 9.600A6 6 0 0 1 6.400 2.500a6 6 0 1 0 7.100 7.100Z',
  system: 'M2 3h12v8H2zM6 13.500h4M8 11v2.500',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  check: 'M3 8.500 6.500 12 13 4.500',
  cross: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.600 10.600 14 14',
  keys: 'M6.200 6.100a1.900 1.900 0 1 1 2.700 1.900c-.600.300-.900.700-.900 1.500M8 12v.100',
  download: 'M8 2v8M4.500 7 8 10.500 11.500 7M2.500 13.500h11',
  stop: 'M4 4h8v8H4z',
  repeat: 'M3 7a5 5 0 0 1 9-2.500M13 2v3h-3M13 9a5 5 0 0 1-9 2.500M3 14v-3h3',
} as const;

export type IconName = keyof typeof paths;

/** Decorative icon beside a text; hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
