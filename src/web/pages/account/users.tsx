import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { UserResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import { toContractError } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { count } from '../../format/figures.ts';
import { Once } from './once.tsx';

const roles = {
  viewer: 'Viewer: looks',
  member: 'Member: also starts and stops runs and grids',
  owner: 'Owner: also changes users',
} as const;

interface UsersProps {
  users: readonly UserResource[];
  me: number;
  isOwner: boolean;
  onChange: () => void;
}

/** People of the account; owners change them. */
export function Users({ users, me, isOwner, onChange }: UsersProps) {
  const [asking, setAsking] = useState<UserResource>();
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState<UserResource>();
  const remove = async ({ id }: UserResource) => {
    setProblem(undefined);
    try {
      await api.users.remove(id);
    } catch (thrown) {
      setProblem(toContractError(thrown).message);
    }
    onChange();
  };
  return (
    <Part title="Users" aside={<span class="soft">{count(users.length, 'user')}</span>}>
      {problem !== undefined && (
        <p class="bad" role="alert">
          ✕ {problem}
        </p>
      )}
      {added && (
        <Once
          what={`${added.email} is added. Hand them their first token.`}
          secret={added.authentication_token ?? ''}
          onDone={() => setAdded(undefined)}
        />
      )}
      <DataTable
        caption="Users"
        columns={columnsFor(me, isOwner, setAsking)}
        count={users.length}
        rowAt={(index) => users[index]}
        keyOf={(user) => String(user.id)}
      />
      {isOwner && (
        <NewUser
          onAdded={(user) => {
            setAdded(user);
            onChange();
          }}
        />
      )}
      {asking && (
        <Confirm
          title={`Remove ${asking.email}?`}
          action="Remove user"
          isDangerous
          onConfirm={() => void remove(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>All their tokens stop working at once. Their runs stay.</p>
        </Confirm>
      )}
    </Part>
  );
}

function NewUser({ onAdded }: { onAdded: (user: UserResource) => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<keyof typeof roles>('member');
  const [error, setError] = useState<ContractError>();
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      onAdded(await api.users.add({ email, role }));
      setEmail('');
    } catch (thrown) {
      setError(toContractError(thrown));
    }
  };
  return (
    <form class="add" onSubmit={add} noValidate>
      <Field name="E-mail of a new user" field="user[email]" error={error}>
        {(ids) => (
          <input
            {...ids}
            type="email"
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field name="Role" field="user[role]" error={error}>
        {(ids) => (
          <select
            {...ids}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as keyof typeof roles)}
          >
            {Object.entries(roles).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit">Add user</button>
      {otherProblems(error, ['user[email]', 'user[role]']).map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </form>
  );
}

function columnsFor(
  me: number,
  isOwner: boolean,
  onRemove: (user: UserResource) => void,
): Column<UserResource>[] {
  return [
    {
      key: 'email',
      name: 'User',
      isText: true,
      cell: (user) => (
        <>
          {user.email} {user.id === me && <span class="soft">you</span>}
        </>
      ),
    },
    { key: 'role', name: 'Role', isText: true, cell: (user) => user.role },
    { key: 'created', name: 'Added', cell: (user) => <Moment at={user.created_at} /> },
    ...(isOwner
      ? [
          {
            key: 'remove',
            name: 'Change',
            cell: (user: UserResource) =>
              user.id !== me && (
                <button type="button" class="warning" onClick={() => onRemove(user)}>
                  Remove<span class="hidden"> {user.email}</span>
                </button>
              ),
          },
        ]
      : []),
  ];
}
