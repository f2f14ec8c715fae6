import { useState } from 'preact/hooks';
import type { NewTokenResource, TokenResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { openSession } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { CopyLine } from '../../components/copy.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { NewToken } from './new-token.tsx';
import { Once } from './once.tsx';
import { tokenColumns } from './token-columns.tsx';

/** Tokens by name; their secrets are known to whoever kept them. */
export default function TokensPage(_: PageProps) {
  const tokens = useLoaded((signal) => api.tokens.list({ signal }), []);
  const users = useLoaded((signal) => api.users.list({ signal }), []);
  const [made, setMade] = useState<NewTokenResource>();
  const [asking, setAsking] = useState<TokenResource>();
  const { error, run } = useAction();
  const revoke = async ({ id }: TokenResource) => {
    const isDone = await run(() => api.tokens.remove(id));
    if (isDone && made?.id === id) setMade(undefined);
    tokens.reload();
    // It may have been the one that this browser is known by.
    await openSession();
  };
  const list = tokens.value?._embedded.tokens;
  const people = users.value?._embedded.users ?? [];
  return (
    <AccountFrame title="Tokens">
      <header class="head">
        <h1>Tokens</h1>
        {list && <span class="soft">{count(list.length, 'token')}</span>}
      </header>
      <p class="soft">
        Programs show a token to be let in. One for each place makes it easy to take back; with few scopes and
        an end it can do little harm where it gets lost.
      </p>
      {made && (
        <Once what={`Token ${made.name} is made.`} secret={made.secret} onDone={() => setMade(undefined)}>
          <p>With the token in SPATE_TOKEN:</p>
          <CopyLine text={`curl --user "$SPATE_TOKEN:" ${location.origin}/users/me`} />
        </Once>
      )}
      {tokens.error && <Failed error={tokens.error} retry={tokens.reload} />}
      {!list && !tokens.error && <Loading what="the tokens" />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && <Empty title="There is no token yet" command="npx spate tokens new ci" />}
      {list && list.length > 0 && (
        <DataTable
          caption="Tokens"
          drawsAll
          columns={tokenColumns(people, list, setAsking)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(token) => String(token.id)}
        />
      )}
      <Part title="New token">
        <NewToken
          onMade={(token) => {
            setMade(token);
            tokens.reload();
          }}
        />
      </Part>
      {asking && (
        <Confirm
          title={`Revoke ${asking.name}?`}
          action="Revoke token"
          isDangerous
          onConfirm={() => void revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>Whoever uses it is locked out at once, this browser too if it was signed in with it.</p>
        </Confirm>
      )}
    </AccountFrame>
  );
}
