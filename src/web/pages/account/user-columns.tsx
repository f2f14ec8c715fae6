import type { RoleInput } from '../../../contract/inputs.ts';
import type { UserResource } from '../../../contract/resources/account.ts';
import type { Column } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { whole } from '../../format/figures.ts';
import { ago, local } from '../../format/moments.ts';
import { roles } from './role-words.ts';

export type UserAction = RoleInput | 'none' | 'reset';
type OnAction = (person: UserResource, pending: UserAction) => void;

export function userColumns(me: string, isOwner: boolean, onAction: OnAction): Column<UserResource>[] {
  return [
    {
      key: 'person',
      name: 'User',
      isText: true,
      cell: (user) => (
        <>
          {user.name !== null && `${user.name} `}
          <span class={user.name === null ? undefined : 'soft'}>{user.email}</span>
          {user.email === me && <span class="soft"> · you</span>}
        </>
      ),
      title: (user) => user.email,
    },
    {
      key: 'role',
      name: 'Role',
      isText: true,
      cell: (user) => (isOwner ? <RoleChoice user={user} onAction={onAction} /> : user.role),
    },
    { key: 'sign-ins', name: 'Sign-ins', cell: (user) => whole(user.sign_in_count) },
    {
      key: 'last',
      name: 'Last sign-in',
      cell: ({ current_sign_in_at: at }) =>
        at === null ? <span class="soft">never</span> : ago(new Date(at), new Date()),
      title: ({ current_sign_in_at: at }) => (at === null ? undefined : local(new Date(at))),
    },
    { key: 'joined', name: 'Joined', cell: (user) => <Moment at={user.created_at} /> },
    ...(isOwner
      ? [
          {
            key: 'remove',
            name: 'Actions',
            cell: (user: UserResource) =>
              user.email !== me && (
                <span class="buttons">
                  <button type="button" onClick={() => onAction(user, 'reset')}>
                    Reset password<span class="hidden"> of {user.email}</span>
                  </button>
                  <button type="button" class="warning" onClick={() => onAction(user, 'none')}>
                    Remove<span class="hidden"> {user.email}</span>
                  </button>
                </span>
              ),
          },
        ]
      : []),
  ];
}

function RoleChoice({ user, onAction }: { user: UserResource; onAction: OnAction }) {
  return (
    <select
      aria-label={`Role of ${user.email}`}
      value={user.role}
      onChange={(event) => {
        const wanted = event.currentTarget.value as RoleInput;
        // Shows the current role until the change is confirmed.
        event.currentTarget.value = user.role;
        onAction(user, wanted);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  );
}
