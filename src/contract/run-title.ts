/** Display name of a run: its name, else that of its test, else its id. */
export function runTitle(run: { uuid: string; name: string | null; test: { name: string } | null }): string {
  return run.name ?? run.test?.name ?? run.uuid;
}
