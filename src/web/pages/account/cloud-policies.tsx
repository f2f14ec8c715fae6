import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { CopyLine } from '../../components/copy.tsx';
import { Failed, Loading } from '../../components/states.tsx';

/** Permissions of a role or key, and the trust policy of a role. */
export function CloudPolicies() {
  const policies = useLoaded(
    (signal) =>
      Promise.all([api.credentials.policy('aws', { signal }), api.credentials.policy('azure', { signal })]),
    [],
  );
  if (policies.error) return <Failed error={policies.error} retry={policies.reload} />;
  if (!policies.value) return <Loading what="policies" />;
  const [{ external_id: externalId, permissions, trust }, azure] = policies.value;
  return (
    <>
      <p>External id of this account, which the trust policy of an AWS role must require:</p>
      <CopyLine text={externalId ?? ''} />
      <details>
        <summary>Permissions that an AWS role or key needs</summary>
        <pre>{JSON.stringify(permissions, null, 2)}</pre>
      </details>
      <details>
        <summary>Trust policy of an AWS role</summary>
        <pre>{JSON.stringify(trust, null, 2)}</pre>
      </details>
      <details>
        <summary>Custom role that an Azure application needs</summary>
        <pre>{JSON.stringify(azure.permissions, null, 2)}</pre>
      </details>
    </>
  );
}
