/** The origin of a grid inside a sentence: `2 nodes on this machine`. Names in it keep their capitals. */
export function originText(origin: string): string {
  return /^(AWS|Azure) /.test(origin) ? origin : origin.charAt(0).toLowerCase() + origin.slice(1);
}
