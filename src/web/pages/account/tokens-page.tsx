import { useState } from 'preact/hooks';
import type { NewTokenResource, TokenResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { loadSession } from '../../app/session.ts';
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
import { NewSecret } from './new-secret.tsx';
import { NewToken } from './new-token.tsx';
import { tokenColumns } from './token-columns.tsx';

/** API tokens. Secrets are shown only on creation. */
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
    // This browser's session may depend on the revoked token.
    await loadSession();
  };
  const list = tokens.value?._embedded.tokens;
  const people = users.value?._embedded.users ?? [];
  return (
    <AccountFrame title="Tokens">
      <header class="head">
        <h1>Tokens</h1>
        {list && <span class="soft">{count(list.length, 'token')}</span>}
      </header>
      <p class="soft">Create one token per program, with the fewest scopes and an expiry date.</p>
      {made && (
        <NewSecret
          what={`Token ${made.name} created.`}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        >
          <p>Example, with the token in SPATE_TOKEN:</p>
          <CopyLine text={`curl --user "$SPATE_TOKEN:" ${location.origin}/users/me`} />
        </NewSecret>
      )}
      {tokens.error && <Failed error={tokens.error} retry={tokens.reload} />}
      {!list && !tokens.error && <Loading what="tokens" />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && <Empty title="No tokens yet" command="spate tokens new ci" />}
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
          <p>
            Programs that use this token lose access immediately. So does this browser if you signed in with
            it.
          </p>
        </Confirm>
      )}
    </AccountFrame>
  );
}
