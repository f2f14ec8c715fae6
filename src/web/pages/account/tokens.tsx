import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { NewTokenResource, TokenResource, UserResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import { openSession } from '../../app/session.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { ago, local } from '../../format/moments.ts';
import { Once } from './once.tsx';

/** Tokens by name; their secrets are known to whoever kept them. */
export function Tokens({ users }: { users: readonly UserResource[] }) {
  const tokens = useLoaded((signal) => api.tokens.list({ signal }), []);
  const [made, setMade] = useState<NewTokenResource>();
  const [asking, setAsking] = useState<TokenResource>();
  const [problem, setProblem] = useState<string>();
  const revoke = async ({ id }: TokenResource) => {
    setProblem(undefined);
    try {
      await api.tokens.remove(id);
    } catch (thrown) {
      setProblem(toContractError(thrown).message);
    }
    tokens.reload();
    // It may have been the one that this browser is known by.
    await openSession();
  };
  const list = tokens.value?._embedded.tokens;
  return (
    <Part title="Tokens" aside={list && <span class="soft">{count(list.length, 'token')}</span>}>
      {tokens.error && <Failed error={tokens.error} retry={tokens.reload} />}
      {problem !== undefined && (
        <p class="bad" role="alert">
          ✕ {problem}
        </p>
      )}
      {made && (
        <Once what={`Token ${made.name} is made.`} secret={made.secret} onDone={() => setMade(undefined)} />
      )}
      {list ? (
        <DataTable
          caption="Tokens"
          columns={columnsFor(users, setAsking)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(token) => String(token.id)}
        />
      ) : (
        !tokens.error && <Loading what="the tokens" lines={3} />
      )}
      <NewToken
        onMade={(token) => {
          setMade(token);
          tokens.reload();
        }}
      />
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
    </Part>
  );
}

function NewToken({ onMade }: { onMade: (token: NewTokenResource) => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<ContractError>();
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      onMade(await api.tokens.add(name));
      setName('');
    } catch (thrown) {
      setError(toContractError(thrown));
    }
  };
  return (
    <form class="add" onSubmit={make} noValidate>
      <Field
        name="Name of a new token"
        field="token[name]"
        error={error}
        hint="What it is for, such as CI; one for each place makes it easy to revoke"
      >
        {(ids) => <input {...ids} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
      </Field>
      <button type="submit">Make token</button>
      {otherProblems(error, ['token[name]']).map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </form>
  );
}

function columnsFor(
  users: readonly UserResource[],
  onRevoke: (token: TokenResource) => void,
): Column<TokenResource>[] {
  return [
    {
      key: 'name',
      name: 'Token',
      isText: true,
      cell: ({ name, primary }) => (
        <>
          {name} {primary && <span class="soft">first token</span>}
        </>
      ),
    },
    {
      key: 'user',
      name: 'Of',
      isText: true,
      cell: ({ user_id: id }) => users.find((user) => user.id === id)?.email ?? id,
    },
    { key: 'created', name: 'Made', cell: (token) => <Moment at={token.created_at} /> },
    {
      key: 'used',
      name: 'Last used',
      cell: ({ last_used_at: at }) =>
        at === null ? <span class="soft">never</span> : ago(new Date(at), new Date()),
      title: ({ last_used_at: at }) => (at === null ? undefined : local(new Date(at))),
    },
    {
      key: 'revoke',
      name: 'Change',
      cell: (token) =>
        token.primary ? (
          <span class="soft">stays with the user</span>
        ) : (
          <button type="button" class="warning" onClick={() => onRevoke(token)}>
            Revoke<span class="hidden"> {token.name}</span>
          </button>
        ),
    },
  ];
}
