import { useEffect } from 'preact/hooks';
import { place } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { safePath } from '../../app/safe-path.ts';
import { session } from '../../app/session.ts';
import { SignIn } from '../../components/sign-in.tsx';

/** Sign-in page for server-rendered pages; returns to the page given by `then`. */
export default function SignInPage(_: PageProps) {
  const then = safePath(place.value.params.get('then'), location.origin) ?? '/app';
  const isMember = session.value.who === 'member';
  useEffect(() => {
    // A full page load: not every page below /app belongs to the dashboard.
    if (isMember) location.replace(then);
  }, [isMember, then]);
  return isMember ? null : <SignIn then={then} />;
}
