import { useState } from 'preact/hooks';
import type { UserResource } from '../../../contract/resources/account.ts';
import type { NewInvitationResource } from '../../../contract/resources/invitation.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { mayRule, openSession, session } from '../../app/session.ts';
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
import { Once } from './once.tsx';
import { type PersonWish, peopleColumns } from './people-columns.tsx';
import { mayDo, withArticle } from './role-words.ts';

type Wish = { person: UserResource; role: PersonWish };

/** People of the account. Owners invite and remove them, change their roles and reset passwords; others see who is there. */
export default function PeoplePage(_: PageProps) {
  const users = useLoaded((signal) => api.users.list({ signal }), []);
  const [wish, setWish] = useState<Wish>();
  const [link, setLink] = useState<NewInvitationResource>();
  const { error, run } = useAction();
  const isOwner = mayRule(session.value);
  const email = session.value.who === 'member' ? session.value.email : '';
  const fulfil = async ({ person, role }: Wish) => {
    await run(async () => {
      if (role === 'reset') setLink(await api.users.reset(person.id));
      else if (role === 'none') await api.users.remove(person.id);
      else await api.users.setRole(person.id, role);
    });
    users.reload();
    // It may have been oneself.
    await openSession();
  };
  const list = users.value?._embedded.users;
  return (
    <AccountFrame title="People">
      <header class="head">
        <h1>People</h1>
        {list && <span class="soft">{count(list.length, 'person', 'people')}</span>}
      </header>
      {users.error && <Failed error={users.error} retry={users.reload} />}
      {!list && !users.error && <Loading what="the people" />}
      <Problems messages={otherProblems(error, [])} />
      {list && (
        <DataTable
          caption="People"
          drawsAll
          columns={peopleColumns(email, isOwner, (person, role) => setWish({ person, role }))}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(user) => `${user.id} ${user.role}`}
        />
      )}
      {link && (
        <Once
          what={`By this link ${link.email} sets a new password, until tomorrow. ${link.mailed ? 'It is on its way by mail.' : 'Send it to them.'}`}
          secret={link.link}
          onDone={() => setLink(undefined)}
        />
      )}
      {isOwner && <Invitations />}
      {wish && <Ask wish={wish} onConfirm={() => void fulfil(wish)} onClose={() => setWish(undefined)} />}
    </AccountFrame>
  );
}

function Ask({ wish, onConfirm, onClose }: { wish: Wish; onConfirm: () => void; onClose: () => void }) {
  const { person, role } = wish;
  const name = person.name ?? person.email;
  if (role === 'reset')
    return (
      <Confirm
        title={`Reset the password of ${name}?`}
        action="Make link"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          You get a link for {person.email}, good once, for a day. Until it is used nothing changes; then
          their other browsers are signed out.
        </p>
      </Confirm>
    );
  if (role === 'none')
    return (
      <Confirm
        title={`Remove ${name}?`}
        action="Remove person"
        isDangerous
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>
          All browsers, tokens and applications of {person.email} are locked out at once. Their runs stay.
        </p>
      </Confirm>
    );
  return (
    <Confirm
      title={`Make ${name} ${withArticle(role)}?`}
      action={`Make ${role}`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Now {withArticle(person.role)}, who {mayDo[person.role]}; then {withArticle(role)}, who {mayDo[role]}.
        It counts at once.
      </p>
    </Confirm>
  );
}
