import { useState } from 'preact/hooks';
import type { UserResource } from '../../../contract/resources/account.ts';
import type { NewInvitationResource } from '../../../contract/resources/invitation.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { isOwner, loadSession, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Problems } from '../../components/problems.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { Invitations } from './invitations.tsx';
import { NewSecret } from './new-secret.tsx';
import { roleSummary } from './role-words.ts';
import { type UserAction, userColumns } from './user-columns.tsx';

type PendingAction = { person: UserResource; role: UserAction };

/** Users of the account. Owners can invite and remove users, change roles and reset passwords. */
export default function UsersPage(_: PageProps) {
  const users = useLoaded((signal) => api.users.list({ signal }), []);
  const [pending, setPending] = useState<PendingAction>();
  const [link, setLink] = useState<NewInvitationResource>();
  const { error, run } = useAction();
  const isManager = isOwner(session.value);
  const email = session.value.status === 'signed-in' ? session.value.email : '';
  const perform = async ({ person, role }: PendingAction) => {
    await run(async () => {
      if (role === 'reset') setLink(await api.users.reset(person.id));
      else if (role === 'none') await api.users.remove(person.id);
      else await api.users.setRole(person.id, role);
    });
    users.reload();
    // The change may affect the current user.
    await loadSession();
  };
  const list = users.value?._embedded.users;
  return (
    <AccountFrame title="Users">
      <header class="head">
        <h1>Users</h1>
        {list && <span class="soft">{count(list.length, 'user')}</span>}
      </header>
      {users.error && <Failed error={users.error} retry={users.reload} />}
      {!list && !users.error && <Loading what="users" />}
      <Problems messages={otherProblems(error, [])} />
      {list && (
        <DataTable
          caption="Users"
          drawsAll
          columns={userColumns(email, isManager, (person, role) => setPending({ person, role }))}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(user) => `${user.id} ${user.role}`}
        />
      )}
      {link && (
        <NewSecret
          what={`Password reset link for ${link.email}, valid for one day. ${link.mailed ? 'It was sent by e-mail.' : 'Send it to the user.'}`}
          secret={link.link}
          onDone={() => setLink(undefined)}
        />
      )}
      {isManager && <Invitations />}
      {pending && (
        <ConfirmAction
          pending={pending}
          onConfirm={() => void perform(pending)}
          onClose={() => setPending(undefined)}
        />
      )}
    </AccountFrame>
  );
}

function ConfirmAction({
  pending,
  onConfirm,
  onClose,
}: {
  pending: PendingAction;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { person, role } = pending;
  const name = person.name ?? person.email;
  if (role === 'reset')
    return (
      <Confirm
        title={`Reset the password of ${name}?`}
        action="Create link"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          This creates a link for {person.email} that works once and expires in one day. Using it sets a new
          password and signs out all other sessions of the user.
        </p>
      </Confirm>
    );
  if (role === 'none')
    return (
      <Confirm
        title={`Remove ${name}?`}
        action="Remove user"
        isDangerous
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          Sessions, tokens and applications of {person.email} stop working immediately. The user's runs are
          kept.
        </p>
      </Confirm>
    );
  return (
    <Confirm
      title={`Change the role of ${name} to ${role}?`}
      action="Change role"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Current role: {person.role}. {roleSummary[person.role]} New role: {role}. {roleSummary[role]} The
        change takes effect immediately.
      </p>
    </Confirm>
  );
}
