import { useEffect, useState } from 'preact/hooks';
import { pageLocation } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { safePath } from '../../app/safe-path.ts';
import { session } from '../../app/session.ts';
import { takeFragment } from '../../app/take-fragment.ts';
import { SignIn } from '../../components/sign-in.tsx';
import { LinkSignIn } from './link-sign-in.tsx';

/**
 * Sign-in page for sign-in links and server-rendered pages; returns to the page given by `then`. A browser that is signed in
 * keeps its session: a link must not silently change its user.
 */
export default function SignInPage(_: PageProps) {
  const [secret] = useState(takeFragment);
  const then = safePath(pageLocation.value.params.get('then'), location.origin) ?? '/app';
  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    // A full page load: not every page below /app belongs to the dashboard.
    if (isSignedIn) location.replace(then);
  }, [isSignedIn, then]);
  if (isSignedIn) return null;
  return secret === '' ? <SignIn then={then} /> : <LinkSignIn secret={secret} then={then} />;
}
