import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { OpenInvitationResource } from '../../../contract/resources/invitation.ts';
import { api } from '../../app/api.ts';
import { go } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { become } from '../../app/session.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { NewPassword, useNewPassword } from '../../components/new-password.tsx';
import { OpenIdLink } from '../../components/openid-link.tsx';
import { Problems } from '../../components/problems.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { mayDo, withArticle } from '../account/role-words.ts';

/** Whoever holds a link joins here, or sets a new password. The secret is in no address that is kept or sent anywhere. */
export default function JoinPage(_: PageProps) {
  const [secret] = useState(takeSecret);
  const invitation = useLoaded(
    secret === '' ? undefined : (signal) => api.invitations.look(secret, { signal }),
    [secret],
  );
  const ways = useLoaded((signal) => api.session.ways({ signal }), []);
  if (secret === '')
    return (
      <div class="state">
        <h1>Open your link</h1>
        <p>
          This page needs the whole link, with what stands after the #. For safety it is taken out of the
          address once it has been read: open the link again.
        </p>
      </div>
    );
  if (invitation.error) return <NoInvitation error={invitation.error} retry={invitation.reload} />;
  if (!invitation.value || (!ways.value && !ways.error)) return <Loading what="the link" />;
  const { purpose, email, role, invited_by: host, expires_at: end } = invitation.value;
  if (purpose === 'reset') return <Reset secret={secret} invitation={invitation.value} />;
  const openid = ways.value?.openid ?? null;
  return (
    <div class="state sign-in">
      <h1>Join Spate</h1>
      <p>
        {host} invites <b>{email}</b> as {withArticle(role)}, who {mayDo[role]}.
      </p>
      <p class="soft">
        The invitation is good until <Moment at={end} />.
      </p>
      {openid !== null && <OpenIdLink says={`Join with ${openid}`} then="/app" />}
      <LinkForm secret={secret} email={email} asksName action="Join" />
    </div>
  );
}

function Reset({ secret, invitation }: { secret: string; invitation: OpenInvitationResource }) {
  const { email, invited_by: host, expires_at: end } = invitation;
  return (
    <div class="state sign-in">
      <h1>Set a new password for {email}</h1>
      <p>All other browsers are then signed out. Tokens stay as they are.</p>
      <p class="soft">
        {host} made this link; it is good until <Moment at={end} />.
      </p>
      <LinkForm secret={secret} email={email} action="Set password" />
    </div>
  );
}

/** Read once, and gone from the address bar and the history before anything else happens. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(null, '', location.pathname);
  return secret;
}

function NoInvitation({ error, retry }: { error: ContractError; retry: () => void }) {
  if (error.status === 0 || error.status >= 500 || error.status === 429)
    return <Failed error={error} retry={retry} />;
  return (
    <div class="state" role="alert">
      <h1>This link is no longer good</h1>
      <p>It was used, withdrawn, or its time is over. Ask whoever gave it to you for a new one.</p>
      <p>
        Do you know your password? <a href="/app/sign-in">Sign in</a>.
      </p>
    </div>
  );
}

const fields = ['invitation[name]', 'invitation[password]'];

interface LinkFormProps {
  secret: string;
  email: string;
  asksName?: boolean;
  action: string;
}

function LinkForm({ secret, email, asksName = false, action }: LinkFormProps) {
  const [name, setName] = useState('');
  const password = useNewPassword();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ContractError>();
  const join = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!password.isSame()) return;
    setBusy(true);
    try {
      become(await api.invitations.accept({ secret, password: password.text, ...(name !== '' && { name }) }));
      go('/app', 'replace');
    } catch (thrown) {
      setError(toContractError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={join} noValidate>
      <input type="email" name="username" autocomplete="username" value={email} readOnly hidden />
      {asksName && (
        <Field
          name="Your name"
          field="invitation[name]"
          error={error}
          hint="As others see it; may be left empty"
        >
          {(ids) => (
            <input
              {...ids}
              autocomplete="name"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <NewPassword name="Password" field="invitation[password]" error={error} password={password} />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
