import { useEffect } from 'preact/hooks';
import { go, place } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { findRoute } from '../../app/routes.ts';
import { safePath } from '../../app/safe-path.ts';
import { session } from '../../app/session.ts';
import { SignIn } from '../../components/sign-in.tsx';

/** Where pages without scripts send people who must sign in first; leads back to where they were. */
export default function SignInPage(_: PageProps) {
  const then = safePath(place.value.params.get('then'), location.origin) ?? '/app';
  const isMember = session.value.who === 'member';
  useEffect(() => {
    if (isMember) leave(then);
  }, [isMember, then]);
  return isMember ? null : <SignIn then={then} />;
}

function leave(path: string): void {
  const { pathname } = new URL(path, location.origin);
  // Not every page below /app belongs to the dashboard.
  if (findRoute(pathname)) go(path, 'replace');
  else location.replace(path);
}
