import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { keys, useKeys } from '../app/keys.ts';
import { pageLocation } from '../app/location.ts';
import { routes } from '../app/routes.ts';
import { canOperate, session, signOut } from '../app/session.ts';
import { setTheme, type Theme, theme } from '../app/theme.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { SignIn } from './sign-in.tsx';

const signInPaths = ['/app/sign-in', '/app/join'];

/** Navigation bar of every page, and the shortcut help. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys([{ key: '?', does: 'Show keyboard shortcuts', run: () => setHelpOpen(true) }], []);
  const [isSigningIn, setSigningIn] = useState(false);
  const { status } = session.value;
  const isSignedIn = status === 'signed-in';
  // Sign-in pages need no second sign-in button.
  const offersSignIn = !signInPaths.includes(pageLocation.value.path);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href="/app" aria-label="Spate, all runs">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M3 21c4.300 0 4.300-4 8.700-4s4.300 4 8.600 4 4.400-4 8.700-4M3 13.500c4.300 0 4.300-6 8.700-6s4.300 6 8.600 6 4.400-6 8.700-6" />
          </svg>
          Spate
        </a>
        {isSignedIn && <Menu />}
        <div class="tools">
          <ThemeSwitch />
          <button
            type="button"
            class="quiet key-help"
            onClick={() => setHelpOpen(true)}
            aria-keyshortcuts="?"
          >
            <Icon name="keys" /> Shortcuts
          </button>
          {isSignedIn && (
            <button type="button" class="quiet" onClick={() => void signOut()}>
              Sign out
            </button>
          )}
          {status === 'anonymous' && offersSignIn && (
            <button type="button" class="quiet" onClick={() => setSigningIn(!isSigningIn)}>
              Sign in
            </button>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {isSigningIn && offersSignIn && status === 'anonymous' ? <SignIn /> : children}
      </main>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

function Menu() {
  const { path } = pageLocation.value;
  return (
    <nav aria-label="Pages">
      {routes.map(
        ({ pattern, menu, isForMembers }) =>
          menu !== undefined &&
          (!isForMembers || canOperate(session.value)) && (
            <a key={pattern} href={pattern} aria-current={currentOf(pattern, path)}>
              {menu}
            </a>
          ),
      )}
      <a href="/docs">Manual</a>
      <a href="/docs/api">API</a>
    </nav>
  );
}

/** Run and comparison pages mark "Runs" as current, the calendar "Tests"; other pages mark their parent path. */
function currentOf(pattern: string, path: string): 'page' | 'true' | undefined {
  if (pattern === path) return 'page';
  const isInside =
    pattern === '/app'
      ? /^\/app\/(runs|compare)\b/.test(path)
      : path.startsWith(`${pattern}/`) || (pattern === '/app/tests' && path === '/app/calendar');
  return isInside ? 'true' : undefined;
}

const themes: Record<Theme, { next: Theme; name: string }> = {
  system: { next: 'light', name: 'System' },
  light: { next: 'dark', name: 'Light' },
  dark: { next: 'system', name: 'Dark' },
};

function ThemeSwitch() {
  const { next, name } = themes[theme.value];
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => setTheme(next)}
      title={`Theme: ${name}. Switch to ${themes[next].name}.`}
    >
      <Icon name={theme.value} /> <span class="hidden">Theme: </span>
      {name}
    </button>
  );
}

function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {keys.value.map(({ key, does }) => (
          <div key={`${key}${does}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="actions">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </Dialog>
  );
}
