import type { ComponentChildren } from 'preact';
import { pageLocation } from '../../app/location.ts';
import { canOperate, isOwner, type Session, session } from '../../app/session.ts';
import './account.css';

interface AccountPage {
  path: string;
  name: string;
  /** Minimum role; all roles without it. */
  least?: 'member' | 'owner';
}

const pages: readonly AccountPage[] = [
  { path: '/app/account', name: 'Profile' },
  { path: '/app/account/people', name: 'Users' },
  { path: '/app/account/tokens', name: 'Tokens' },
  { path: '/app/account/applications', name: 'Applications', least: 'member' },
  { path: '/app/account/clouds', name: 'Cloud accounts' },
  { path: '/app/account/notifications', name: 'Notifications' },
  { path: '/app/account/target-metrics', name: 'Target metrics' },
  { path: '/app/account/audit', name: 'Audit log', least: 'owner' },
];

/** An account page with navigation to the account pages that the role permits. */
export function AccountFrame({ title, children }: { title: string; children: ComponentChildren }) {
  const { path: here } = pageLocation.value;
  const now = session.value;
  return (
    <article class="account">
      <nav aria-label="Account" class="sections">
        {pages.map(
          ({ path, name }) =>
            isFor(path, now) && (
              <a key={path} href={path} aria-current={path === here ? 'page' : undefined}>
                {name}
              </a>
            ),
        )}
      </nav>
      {isFor(here, now) ? children : <AccessDenied title={title} />}
    </article>
  );
}

function isFor(path: string, now: Session): boolean {
  const least = pages.find((page) => page.path === path)?.least;
  if (least === undefined) return true;
  return least === 'owner' ? isOwner(now) : canOperate(now);
}

function AccessDenied({ title }: { title: string }) {
  const now = session.value;
  const role = now.status === 'signed-in' ? now.role : 'viewer';
  return (
    <div class="state">
      <h1>{title}</h1>
      <p>
        {role === 'viewer' ? 'Viewers have read-only access.' : 'This page requires the owner role.'} Your
        role is {role}. An owner can change it.
      </p>
    </div>
  );
}
