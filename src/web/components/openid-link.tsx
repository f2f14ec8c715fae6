/** To the team's own provider and back. */
export function OpenIdLink({ says, then }: { says: string; then: string }) {
  return (
    <>
      <a class="button" target="_self" href={`/session/openid?then=${encodeURIComponent(then)}`}>
        {says}
      </a>
      <p class="soft">or</p>
    </>
  );
}
