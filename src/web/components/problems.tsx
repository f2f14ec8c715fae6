/** What went wrong and belongs to no single field, said aloud at once. */
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
