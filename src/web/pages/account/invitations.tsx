import { useState } from 'preact/hooks';
import type { RoleInput } from '../../../contract/inputs.ts';
import type { InvitationResource, NewInvitationResource } from '../../../contract/resources/invitation.ts';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { namedAlike, SelectField } from '../../components/select-field.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { NewSecret } from './new-secret.tsx';
import { roleSummary, roles } from './role-words.ts';

/** Creates and withdraws invitations. */
export function Invitations() {
  const invitations = useLoaded((signal) => api.invitations.list({ signal }), []);
  const [made, setMade] = useState<NewInvitationResource>();
  const [asking, setAsking] = useState<InvitationResource>();
  const { error, run } = useAction();
  const withdraw = async ({ id }: InvitationResource) => {
    const isDone = await run(() => api.invitations.withdraw(id));
    if (isDone && made?.id === id) setMade(undefined);
    invitations.reload();
  };
  const list = invitations.value?._embedded.invitations;
  return (
    <Part title="Invitations">
      <NewInvitation
        onMade={(invitation) => {
          setMade(invitation);
          invitations.reload();
        }}
      />
      {made && (
        <NewSecret
          what={`Invitation for ${made.email} (${made.role}) created. ${made.mailed ? 'The link was sent by e-mail.' : 'Send this link to the user.'}`}
          secret={made.link}
          onDone={() => setMade(undefined)}
        />
      )}
      {invitations.error && <Failed error={invitations.error} retry={invitations.reload} />}
      {!list && !invitations.error && <Loading what="invitations" lines={2} />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && <p class="soft">No open invitations.</p>}
      {list && list.length > 0 && (
        <DataTable
          caption="Open invitations"
          drawsAll
          columns={columnsFor(setAsking)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(invitation) => String(invitation.id)}
        />
      )}
      {asking && (
        <Confirm
          title={`Withdraw the invitation for ${asking.email}?`}
          action="Withdraw invitation"
          isDangerous
          onConfirm={() => void withdraw(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>The link stops working immediately.</p>
        </Confirm>
      )}
    </Part>
  );
}

const fields = ['invitation[email]', 'invitation[role]'];

function NewInvitation({ onMade }: { onMade: (invitation: NewInvitationResource) => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleInput>('member');
  const { error, isBusy, run } = useAction();
  const invite = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      onMade(await api.invitations.add({ email: email.trim(), role }));
      setEmail('');
    });
  };
  return (
    <form class="add" onSubmit={invite} noValidate>
      <Field name="E-mail address" field="invitation[email]" error={error}>
        {(ids) => (
          <input
            {...ids}
            type="email"
            autocomplete="off"
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        name="Role"
        field="invitation[role]"
        error={error}
        hint={roleSummary[role]}
        value={role}
        options={namedAlike(roles)}
        onSelect={setRole}
      />
      <button type="submit" disabled={isBusy}>
        Invite
      </button>
      <Problems messages={otherProblems(error, fields)} />
    </form>
  );
}

function columnsFor(onWithdraw: (invitation: InvitationResource) => void): Column<InvitationResource>[] {
  return [
    { key: 'email', name: 'E-mail', isText: true, cell: ({ email }) => email, title: ({ email }) => email },
    { key: 'role', name: 'Role', isText: true, cell: ({ role }) => role },
    { key: 'by', name: 'Invited by', isText: true, cell: ({ invited_by: by }) => by },
    { key: 'made', name: 'Created', cell: (invitation) => <Moment at={invitation.created_at} /> },
    { key: 'ends', name: 'Expires', cell: (invitation) => <Moment at={invitation.expires_at} /> },
    {
      key: 'withdraw',
      name: 'Actions',
      cell: (invitation) => (
        <button type="button" class="warning" onClick={() => onWithdraw(invitation)}>
          Withdraw<span class="hidden"> {invitation.email}</span>
        </button>
      ),
    },
  ];
}
