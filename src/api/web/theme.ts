const pattern = /(?:^|;\s*)spate_theme=(light|dark)(?:;|$)/;

/** The look that a reader chose on the page; sent with the shell, so that nothing flashes. */
export function themeOfCookie(header: string | undefined): 'light' | 'dark' | undefined {
  return pattern.exec(header ?? '')?.[1] as 'light' | 'dark' | undefined;
}
