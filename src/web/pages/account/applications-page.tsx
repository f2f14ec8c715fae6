import { useState } from 'preact/hooks';
import type { ApplicationResource, NewApplicationResource } from '../../../contract/resources/application.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { mayAct, session } from '../../app/session.ts';
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
import { Once } from './once.tsx';

type Wish = { application: ApplicationResource; what: 'revoke' | 'secret' };

/** Programs that people let act for them, by OAuth 2. */
export default function ApplicationsPage(_: PageProps) {
  const isAllowed = mayAct(session.value);
  const applications = useLoaded(isAllowed ? (signal) => api.applications.list({ signal }) : undefined, [
    isAllowed,
  ]);
  const users = useLoaded(isAllowed ? (signal) => api.users.list({ signal }) : undefined, [isAllowed]);
  const [made, setMade] = useState<NewApplicationResource>();
  const [wish, setWish] = useState<Wish>();
  const { error, run } = useAction();
  const fulfil = async ({ application: { id }, what }: Wish) => {
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
        Programs that act for people after asking them, by OAuth 2. What they need to know stands at{' '}
        <a href="/.well-known/openid-configuration">/.well-known/openid-configuration</a>.
      </p>
      {made && <Made application={made} onDone={() => setMade(undefined)} />}
      {applications.error && <Failed error={applications.error} retry={applications.reload} />}
      {!list && !applications.error && <Loading what="the applications" />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && (
        <Empty
          title="No application is registered"
          command="npx spate apps new deployer --kind machine --scope read --scope run"
        >
          <p>Register one below, or in a terminal:</p>
        </Empty>
      )}
      {list && list.length > 0 && (
        <DataTable
          caption="Applications"
          drawsAll
          columns={applicationColumns(users.value?._embedded.users ?? [], list, (application, what) =>
            setWish({ application, what }),
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
      {wish && <Ask wish={wish} onConfirm={() => void fulfil(wish)} onClose={() => setWish(undefined)} />}
    </AccountFrame>
  );
}

function Made({ application, onDone }: { application: NewApplicationResource; onDone: () => void }) {
  const { name, id, secret } = application;
  if (secret === null)
    return (
      <div class="once" role="status">
        <p>
          <b>✓ {name} is registered.</b> It keeps no secret; its client id is all it needs:
        </p>
        <CopyLine text={id} />
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
    );
  return (
    <Once what={`The secret of ${name}.`} secret={secret} onDone={onDone}>
      <p>Its client id, which is no secret:</p>
      <CopyLine text={id} />
    </Once>
  );
}

function Ask({ wish, onConfirm, onClose }: { wish: Wish; onConfirm: () => void; onClose: () => void }) {
  const { name } = wish.application;
  const isNew = wish.what === 'secret';
  return (
    <Confirm
      title={isNew ? `Make a new secret for ${name}?` : `Revoke ${name}?`}
      action={isNew ? 'Make new secret' : 'Revoke application'}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {isNew
          ? 'The secret it has now stops working at once.'
          : 'It is gone at once, with everything that people let it do.'}
      </p>
    </Confirm>
  );
}
