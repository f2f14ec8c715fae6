import type { PageProps } from '../../app/routes.ts';

export default function RunPage({ params }: PageProps) {
  return <h1>{params.runId}</h1>;
}
