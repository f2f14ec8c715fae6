/** Sign-in through the configured OpenID Connect provider. */
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
