interface PublicCheckProps {
  input:
    | { name: string; defaultChecked: boolean }
    | { checked: boolean; onChange: (event: { currentTarget: HTMLInputElement }) => void };
}

/** Whether the results of a run are public. */
export function PublicCheck({ input }: PublicCheckProps) {
  return (
    <label class="check">
      <input type="checkbox" {...input} />
      Public: anyone with the link can see the results, but no files, logs and node names
    </label>
  );
}
