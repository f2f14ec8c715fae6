import { useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { useAction } from '../../app/use-action.ts';
import { otherProblems } from '../../components/field-problems.ts';
import { Field } from '../../components/form-field.tsx';
import { Problems } from '../../components/problems.tsx';

const fields = [
  'credential[arn]',
  'credential[access_key_id]',
  'credential[secret]',
  'credential[description]',
  'credential[role]',
];

/** Adds an AWS credential. AWS checks it before it is stored. */
export function NewCredential({ onAdded }: { onAdded: () => void }) {
  const [kind, setKind] = useState<'role' | 'key'>('role');
  const [arn, setArn] = useState('');
  const [keyId, setKeyId] = useState('');
  const [secret, setSecret] = useState('');
  const [description, setDescription] = useState('');
  const [role, setRole] = useState<'owner' | 'member'>('member');
  const { error, isBusy, run } = useAction();
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(async () => {
      const identity = kind === 'role' ? { arn: arn.trim() } : { access_key_id: keyId.trim(), secret };
      await api.credentials.add({ provider: 'aws', description: description.trim(), role, ...identity });
      for (const clear of [setArn, setKeyId, setSecret, setDescription]) clear('');
      onAdded();
    });
  };
  const text = (value: string, set: (value: string) => void) => (ids: object) => (
    <input {...ids} autocomplete="off" value={value} onInput={(event) => set(event.currentTarget.value)} />
  );
  return (
    <form class="add" onSubmit={add} noValidate>
      <Field name="Kind" field="credential[kind]" error={error} hint="A role needs no stored secret">
        {(ids) => (
          <select
            {...ids}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as 'role' | 'key')}
          >
            <option value="role">AWS role</option>
            <option value="key">AWS access key</option>
          </select>
        )}
      </Field>
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
        <>
          <Field name="Access key id" field="credential[access_key_id]" error={error}>
            {text(keyId, setKeyId)}
          </Field>
          <Field
            name="Secret access key"
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
        </>
      )}
      <Field name="Description" field="credential[description]" error={error}>
        {text(description, setDescription)}
      </Field>
      <Field name="Usable by" field="credential[role]" error={error}>
        {(ids) => (
          <select
            {...ids}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as 'owner' | 'member')}
          >
            <option value="member">Owners and members</option>
            <option value="owner">Owners</option>
          </select>
        )}
      </Field>
      <Problems messages={otherProblems(error, fields)} />
      <button type="submit" class="primary" disabled={isBusy}>
        Add credential
      </button>
    </form>
  );
}
