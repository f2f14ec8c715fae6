/** Whether an upload is an archive: nodes unpack it, and checks look at its content. */
export function isArchiveName(name: string): boolean {
  return /\.(zip|7z)$/i.test(name);
}
