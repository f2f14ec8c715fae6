import { useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';
import { SelectField } from '../../components/select-field.tsx';

const fields = [
  'credential[arn]',
  'credential[access_key_id]',
  'credential[secret]',
  'credential[tenant_id]',
  'credential[client_id]',
  'credential[subscription_id]',
  'credential[description]',
  'credential[role]',
];

type Kind = 'role' | 'key' | 'azure';
const kinds: readonly [Kind, string][] = [
  ['role', 'AWS role'],
  ['key', 'AWS access key'],
  ['azure', 'Azure application'],
];
type Role = 'owner' | 'member';
const usableBy: readonly [Role, string][] = [
  ['member', 'Owners and members'],
  ['owner', 'Owners'],
];

/** Adds a cloud credential. The cloud checks it before it is stored. */
export function NewCredential({ onAdded }: { onAdded: () => void }) {
  const [kind, setKind] = useState<Kind>('role');
  const [arn, setArn] = useState('');
  const [keyId, setKeyId] = useState('');
  const [tenant, setTenant] = useState('');
  const [client, setClient] = useState('');
  const [subscription, setSubscription] = useState('');
  const [secret, setSecret] = useState('');
  const [description, setDescription] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { error, isBusy, run } = useAction();
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      const identities = {
        role: { provider: 'aws', arn: arn.trim() },
        key: { provider: 'aws', access_key_id: keyId.trim(), secret },
        azure: {
          provider: 'azure',
          tenant_id: tenant.trim(),
          client_id: client.trim(),
          subscription_id: subscription.trim(),
          secret,
        },
      } as const;
      await api.credentials.add({ description: description.trim(), role, ...identities[kind] });
      for (const clear of [
        setArn,
        setKeyId,
        setTenant,
        setClient,
        setSubscription,
        setSecret,
        setDescription,
      ])
        clear('');
      onAdded();
    });
  };
  const text = (value: string, set: (value: string) => void) => (ids: object) => (
    <input {...ids} autocomplete="off" value={value} onInput={(event) => set(event.currentTarget.value)} />
  );
  return (
    <form class="add" onSubmit={add} noValidate>
      <SelectField
        name="Kind"
        field="credential[kind]"
        error={error}
        hint="An AWS role needs no stored secret"
        value={kind}
        options={kinds}
        onSelect={setKind}
      />
      {kind === 'role' && (
        <Field
          name="Role ARN"
          field="credential[arn]"
          error={error}
          hint="arn:aws:iam::123456789012:role/spate"
        >
          {text(arn, setArn)}
        </Field>
      )}
      {kind === 'key' && (
        <Field name="Access key id" field="credential[access_key_id]" error={error}>
          {text(keyId, setKeyId)}
        </Field>
      )}
      {kind === 'azure' && (
        <>
          <Field name="Tenant id" field="credential[tenant_id]" error={error}>
            {text(tenant, setTenant)}
          </Field>
          <Field name="Client id" field="credential[client_id]" error={error}>
            {text(client, setClient)}
          </Field>
          <Field name="Subscription id" field="credential[subscription_id]" error={error}>
            {text(subscription, setSubscription)}
          </Field>
        </>
      )}
      {kind !== 'role' && (
        <Field
          name={kind === 'key' ? 'Secret access key' : 'Client secret'}
          field="credential[secret]"
          error={error}
          hint="Encrypted when stored, and never shown"
        >
          {(ids) => (
            <input
              {...ids}
              type="password"
              autocomplete="off"
              value={secret}
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field name="Description" field="credential[description]" error={error}>
        {text(description, setDescription)}
      </Field>
      <SelectField
        name="Usable by"
        field="credential[role]"
        error={error}
        value={role}
        options={usableBy}
        onSelect={setRole}
      />
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Add credential
      </button>
    </form>
  );
}
