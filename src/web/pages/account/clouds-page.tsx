import { useState } from 'preact/hooks';
import type { CredentialResource } from '../../../contract/resources/account.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { isOwner, session } from '../../app/session.ts';
import { useAction } from '../../app/use-action.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { otherProblems } from '../../components/field-problems.ts';
import { Part } from '../../components/part.tsx';
import { Problems } from '../../components/problems.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { AccountFrame } from './account-frame.tsx';
import { CloudPolicies } from './cloud-policies.tsx';
import { credentialColumns } from './credential-columns.tsx';
import { NewCredential } from './new-credential.tsx';

/** Cloud credentials, with which hosted grids start machines. Secrets are never shown. */
export default function CloudsPage(_: PageProps) {
  const credentials = useLoaded((signal) => api.credentials.list({ signal }), []);
  const [asking, setAsking] = useState<CredentialResource>();
  const { error, run } = useAction();
  const canManage = isOwner(session.value);
  const remove = async ({ id }: CredentialResource) => {
    await run(() => api.credentials.remove(id));
    credentials.reload();
  };
  const list = credentials.value?._embedded.credentials;
  return (
    <AccountFrame title="Cloud accounts">
      <header class="head">
        <h1>Cloud accounts</h1>
        {list && <span class="soft">{count(list.length, 'credential')}</span>}
      </header>
      <p class="soft">Hosted grids with a credential run in your own cloud account, at its cost.</p>
      {credentials.error && <Failed error={credentials.error} retry={credentials.reload} />}
      {!list && !credentials.error && <Loading what="credentials" />}
      <Problems messages={otherProblems(error, [])} />
      {list?.length === 0 && (
        <Empty title="No cloud accounts yet" command="spate credentials add aws --arn <arn>" />
      )}
      {list && list.length > 0 && (
        <DataTable
          caption="Cloud accounts"
          drawsAll
          columns={credentialColumns(canManage ? setAsking : undefined)}
          count={list.length}
          rowAt={(index) => list[index]}
          keyOf={(credential) => String(credential.id)}
        />
      )}
      {canManage && (
        <Part title="New credential">
          <NewCredential onAdded={credentials.reload} />
        </Part>
      )}
      <Part title="Policies">
        <CloudPolicies />
      </Part>
      {asking && (
        <Confirm
          title={`Remove credential ${asking.id}?`}
          action="Remove credential"
          isDangerous
          onConfirm={() => void remove(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            New grids can no longer use it, and its secret is deleted. Delete the key, role or client secret
            in the cloud, too.
          </p>
        </Confirm>
      )}
    </AccountFrame>
  );
}
