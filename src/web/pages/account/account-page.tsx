import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { session } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Failed, Loading } from '../../components/states.tsx';
import './account.css';
import { Tokens } from './tokens.tsx';
import { Users } from './users.tsx';

/** Who may enter, and with which tokens. */
export default function AccountPage(_: PageProps) {
  const users = useLoaded((signal) => api.users.list({ signal }), []);
  const me = useLoaded((signal) => api.users.me({ signal }), []);
  const now = session.value;
  const error = users.error ?? me.error;
  if (error) return <Failed error={error} retry={users.reload} />;
  if (!users.value || !me.value) return <Loading what="the account" />;
  return (
    <article class="account">
      <h1>Account</h1>
      <p class="soft">
        Signed in as {me.value.email}, {me.value.role}.
      </p>
      <Tokens users={users.value._embedded.users} />
      <Users
        users={users.value._embedded.users}
        me={me.value.id}
        isOwner={now.who === 'member' && now.role === 'owner'}
        onChange={users.reload}
      />
    </article>
  );
}
