const maxListed = 5;

/** `Nodes 1, 2 and 4 cannot start: …` */
export function nodesCannot(verb: string, indexes: readonly number[], sentence: string): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  if (sorted.length === 1) return `Node ${sorted[0]} cannot ${verb}: ${sentence}`;
  if (sorted.length > maxListed) return `${sorted.length} nodes cannot ${verb}: ${sentence}`;
  return `Nodes ${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)} cannot ${verb}: ${sentence}`;
}
