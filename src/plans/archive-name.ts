/** True for uploads that count as what is inside them: they are unpacked on the node and looked into before. */
export function isArchiveName(name: string): boolean {
  return /\.(zip|7z)$/i.test(name);
}
