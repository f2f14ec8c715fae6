/** What the sandboxes of some nodes do not keep apart or limit; each sentence once. */
export function SandboxNotes({ nodes }: { nodes: readonly { sandbox_notes: readonly string[] }[] }) {
  const notes = new Set(nodes.flatMap((node) => node.sandbox_notes));
  return (
    <>
      {[...notes].map((note) => (
        <p key={note} class="doubt">
          △ {note}
        </p>
      ))}
    </>
  );
}
