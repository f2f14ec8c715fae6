import { addressOf } from '../app/api.ts';

/** To the team's own provider and back. With a target of its own the browser follows it, not the dashboard. */
export function OpenIdLink({ says, then }: { says: string; then: string }) {
  return (
    <>
      <a class="button" target="_self" href={addressOf(`/session/openid?then=${encodeURIComponent(then)}`)}>
        {says}
      </a>
      <p class="soft">or</p>
    </>
  );
}
