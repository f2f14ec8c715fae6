import { useEffect } from 'preact/hooks';
import { ContractError } from '../../contract/contract-error.ts';
import { Shell } from '../components/shell.tsx';
import { SignIn } from '../components/sign-in.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { place } from './location.ts';
import type { PageRoute } from './page.ts';
import { findRoute } from './routes.ts';
import { session } from './session.ts';
import { useLoaded } from './use-loaded.ts';

/** The frame of the dashboard with the page that the address names. */
export function App() {
  const found = findRoute(place.value.path);
  return (
    <Shell>
      {found ? (
        // By the whole path: nothing of one run stays on the page of the next. What follows the path changes only the view.
        <PageFrame key={place.value.path} route={found.route} params={found.params} />
      ) : (
        <Failed
          error={
            new ContractError(
              404,
              'not_found',
              'There is no such page. The list of runs is a good place to start.',
            )
          }
        />
      )}
    </Shell>
  );
}

function PageFrame({ route, params }: { route: PageRoute; params: Record<string, string> }) {
  const page = useLoaded(() => route.load(), [route]);
  const { who } = session.value;
  useEffect(() => {
    const name = route.title ?? route.menu;
    document.title = name === undefined ? 'Spate' : `${name} · Spate`;
  }, [route]);
  if (who === 'stranger' && !route.isOpen) return <SignIn />;
  if (page.error) return <Failed error={page.error} retry={() => location.reload()} />;
  if (who === 'unknown' || !page.value) return <Loading what="the page" />;
  const Page = page.value.default;
  return <Page params={params} />;
}
