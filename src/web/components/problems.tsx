/** Errors without a field, announced to screen readers. */
export function Problems({ messages }: { messages: readonly string[] }) {
  return (
    <>
      {messages.map((message) => (
        <p key={message} class="bad" role="alert">
          ✕ {message}
        </p>
      ))}
    </>
  );
}
