/** Sandbox limitations of the nodes, without duplicates. */
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
