import { useState } from 'preact/hooks';
import type { ContractError } from '../../../contract/contract-error.ts';
import type { OpenInvitationResource } from '../../../contract/resources/invitation.ts';
import { api } from '../../app/api.ts';
import { navigate } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { setSession } from '../../app/session.ts';
import { takeFragment } from '../../app/take-fragment.ts';
import { toContractError, useLoaded } from '../../app/use-loaded.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Moment } from '../../components/moment.tsx';
import { NewPassword, useNewPassword } from '../../components/new-password.tsx';
import { OpenIdLink } from '../../components/openid-link.tsx';
import { Problems } from '../../components/problems.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { roleSummary, withArticle } from '../account/role-words.ts';

/** Accepts an invitation or a password reset link. The secret is in the URL fragment, which is never sent to a server. */
export default function JoinPage(_: PageProps) {
  const [secret] = useState(takeFragment);
  const invitation = useLoaded(
    secret === '' ? undefined : (signal) => api.invitations.look(secret, { signal }),
    [secret],
  );
  const ways = useLoaded((signal) => api.session.ways({ signal }), []);
  if (secret === '')
    return (
      <div class="state">
        <h1>Open the link again</h1>
        <p>
          This page needs the complete link, including the part after #. For security, that part is removed
          from the address bar once it has been read.
        </p>
      </div>
    );
  if (invitation.error) return <NoInvitation error={invitation.error} retry={invitation.reload} />;
  if (!invitation.value || (!ways.value && !ways.error)) return <Loading what="link" />;
  const { purpose, email, role, invited_by: host, expires_at: end } = invitation.value;
  if (purpose === 'reset') return <Reset secret={secret} invitation={invitation.value} />;
  const openid = ways.value?.openid ?? null;
  return (
    <div class="state sign-in">
      <h1>Join Spate</h1>
      <p>
        {host} invited <b>{email}</b> as {withArticle(role)}. {roleSummary[role]}
      </p>
      <p class="soft">
        The invitation expires on <Moment at={end} />.
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
      <p>This signs out all other sessions. API tokens stay valid.</p>
      <p class="soft">
        Link created by {host}. It expires on <Moment at={end} />.
      </p>
      <LinkForm secret={secret} email={email} action="Set password" />
    </div>
  );
}

function NoInvitation({ error, retry }: { error: ContractError; retry: () => void }) {
  if (error.status === 0 || error.status >= 500 || error.status === 429)
    return <Failed error={error} retry={retry} />;
  return (
    <div class="state" role="alert">
      <h1>This link is no longer valid</h1>
      <p>It was used, withdrawn, or has expired. Ask an owner of the account for a new one.</p>
      <p>
        Already have a password? <a href="/app/sign-in">Sign in</a>.
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
      setSession(
        await api.invitations.accept({ secret, password: password.text, ...(name !== '' && { name }) }),
      );
      navigate('/app', 'replace');
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
        <Field name="Your name" field="invitation[name]" error={error} hint="Optional. Shown to other users.">
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
