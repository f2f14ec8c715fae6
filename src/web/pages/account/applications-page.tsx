import { useState } from 'preact/hooks';
import type { ApplicationResource, NewApplicationResource } from '../../../contract/resources/application.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { canOperate, session } from '../../app/session.ts';
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
import { applicationColumns } from './application-columns.tsx';
import { NewApplication } from './new-application.tsx';
import { NewSecret } from './new-secret.tsx';

type PendingAction = { application: ApplicationResource; what: 'revoke' | 'secret' };

/** OAuth 2.0 clients. */
export default function ApplicationsPage(_: PageProps) {
  const isAllowed = canOperate(session.value);
  const applications = useLoaded(isAllowed ? (signal) => api.applications.list({ signal }) : undefined, [
    isAllowed,
  ]);
  const users = useLoaded(isAllowed ? (signal) => api.users.list({ signal }) : undefined, [isAllowed]);
  const [made, setMade] = useState<NewApplicationResource>();
  const [pending, setPending] = useState<PendingAction>();
  const { error, run } = useAction();
  const perform = async ({ application: { id }, what }: PendingAction) => {
    await run(async () => {
      if (what === 'secret') return setMade(await api.applications.renewSecret(id));
      await api.applications.revoke(id);
      if (made?.id === id) setMade(undefined);
    });
    applications.reload();
  };
  const list = applications.value?._embedded.applications;
  return (
    <AccountFrame title="Applications">
      <header class="head">
        <h1>Applications</h1>
        {list && <span class="soft">{count(list.length, 'application')}</span>}
      </header>
      <p class="soft">
        OAuth 2.0 clients that act on behalf of users. Discovery document:{' '}
        <a href="/.well-known/openid-configuration">/.well-known/openid-configuration</a>.
      </p>
      {made && <Made application={made} onDone={() => setMade(undefined)} />}
      {applications.error && <Failed error={applications.error} retry={applications.reload} />}
      {!list && !applications.error && <Loading what="applications" />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && (
        <Empty
          title="No applications yet"
          command="spate apps new deployer --kind machine --scope read --scope run"
        >
          <p>Register one below or from the command line:</p>
        </Empty>
      )}
      {list && list.length > 0 && (
        <DataTable
          caption="Applications"
          drawsAll
          columns={applicationColumns(users.value?._embedded.users ?? [], list, (application, what) =>
            setPending({ application, what }),
          )}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(application) => application.id}
        />
      )}
      <Part title="New application">
        <NewApplication
          onMade={(application) => {
            setMade(application);
            applications.reload();
          }}
        />
      </Part>
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

function Made({ application, onDone }: { application: NewApplicationResource; onDone: () => void }) {
  const { name, id, secret } = application;
  if (secret === null)
    return (
      <div class="once" role="status">
        <p>
          <b>✓ {name} registered.</b> It is a public client without a secret. Client ID:
        </p>
        <CopyLine text={id} />
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
    );
  return (
    <NewSecret what={`Client secret of ${name}:`} secret={secret} onDone={onDone}>
      <p>Client ID:</p>
      <CopyLine text={id} />
    </NewSecret>
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
  const { name } = pending.application;
  const isNew = pending.what === 'secret';
  return (
    <Confirm
      title={isNew ? `Create a new secret for ${name}?` : `Revoke ${name}?`}
      action={isNew ? 'Create new secret' : 'Revoke application'}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {isNew
          ? 'The current secret stops working immediately.'
          : 'This deletes the application and all access that users granted to it.'}
      </p>
    </Confirm>
  );
}
