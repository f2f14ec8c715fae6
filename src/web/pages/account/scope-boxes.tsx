import type { ContractError } from '../../../contract/contract-error.ts';
import type { ScopeInput } from '../../../contract/inputs.ts';
import { scopeNames, scopeWords } from '../../../contract/scope-words.ts';
import { canOperate, isOwner, type Session, session } from '../../app/session.ts';
import { problemsOf } from '../../components/field-problems.ts';

interface ScopeBoxesProps {
  legend: string;
  field: string;
  error: ContractError | undefined;
  value: readonly ScopeInput[];
  onChange: (scopes: ScopeInput[]) => void;
}

/** Checkboxes for scopes; scopes beyond the user's role are not offered. */
export function ScopeBoxes({ legend, field, error, value, onChange }: ScopeBoxesProps) {
  const offered = scopeNames.filter((scope) => isOffered(scope, session.value));
  const toggle = (scope: ScopeInput) =>
    onChange(offered.filter((one) => (one === scope ? !value.includes(one) : value.includes(one))));
  return (
    <fieldset class="boxes">
      <legend>{legend}</legend>
      {offered.map((scope) => (
        <label key={scope} class="check">
          <input type="checkbox" checked={value.includes(scope)} onChange={() => toggle(scope)} />
          <span>
            <code>{scope}</code> {scopeWords[scope]}
          </span>
        </label>
      ))}
      {problemsOf(error, field).map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </fieldset>
  );
}

function isOffered(scope: ScopeInput, to: Session): boolean {
  switch (scope) {
    case 'read':
    case 'admin':
      return true;
    case 'run':
    case 'grids':
      return canOperate(to);
    case 'metrics':
      return isOwner(to);
  }
}
