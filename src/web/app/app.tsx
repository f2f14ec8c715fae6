import { useEffect } from 'preact/hooks';
import { ContractError } from '../../contract/contract-error.ts';
import { Shell } from '../components/shell.tsx';
import { SignIn } from '../components/sign-in.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { pageLocation } from './location.ts';
import type { PageRoute } from './page.ts';
import { findRoute } from './routes.ts';
import { session } from './session.ts';
import { useLoaded } from './use-loaded.ts';

/** The dashboard frame with the page of the current route. */
export function App() {
  const found = findRoute(pageLocation.value.path);
  return (
    <Shell>
      {found ? (
        // Keyed by path: a new path resets all component state, a new query does not.
        <PageFrame key={pageLocation.value.path} route={found.route} params={found.params} />
      ) : (
        <Failed
          error={
            new ContractError(
              404,
              'not_found',
              'This page does not exist. Open the list of runs to continue.',
            )
          }
        />
      )}
    </Shell>
  );
}

function PageFrame({ route, params }: { route: PageRoute; params: Record<string, string> }) {
  const page = useLoaded(() => route.load(), [route]);
  const { status } = session.value;
  useEffect(() => {
    const name = route.title ?? route.menu;
    document.title = name === undefined ? 'Spate' : `${name} · Spate`;
  }, [route]);
  if (status === 'anonymous' && !route.isOpen) return <SignIn />;
  if (page.error) return <Failed error={page.error} retry={() => location.reload()} />;
  if (status === 'unknown' || !page.value) return <Loading what="page" />;
  const Page = page.value.default;
  return <Page params={params} />;
}
