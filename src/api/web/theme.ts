const pattern = /(?:^|;\s*)spate_theme=(light|dark)(?:;|$)/;

/** Theme cookie; applied in the served document to avoid a flash. */
export function themeOfCookie(header: string | undefined): 'light' | 'dark' | undefined {
  return pattern.exec(header ?? '')?.[1] as 'light' | 'dark' | undefined;
}
