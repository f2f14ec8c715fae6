import { useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { navigate } from '../../app/location.ts';
import { toContractError } from '../../app/use-loaded.ts';

/** Imports a run file of another service. */
export function ImportRun() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const start = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const run = await api.runs.importFile({ file: { name: file.name, content: file } });
      navigate(`/app/runs/${run.uuid}`);
    } catch (thrown) {
      setProblem(toContractError(thrown).message);
      setBusy(false);
      input.value = '';
    }
  };
  return (
    <>
      <label class="button quiet import-run">
        {isBusy ? 'Importing' : 'Import run'}
        <input
          type="file"
          accept=".gz"
          disabled={isBusy}
          onChange={(event) => void start(event.currentTarget)}
        />
      </label>
      {problem !== undefined && (
        <p class="bad" role="alert">
          ✕ {problem}
        </p>
      )}
    </>
  );
}
