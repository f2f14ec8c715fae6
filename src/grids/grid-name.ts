const adjectives =
  'amber brisk calm clear cool deep early fair fleet fresh gentle grand green humble keen late light lively lucid mellow mild noble pale plain proud quick quiet rapid rare royal silent silver slow smooth solid still swift tidy vast warm wide wild young'.split(
    ' ',
  );
const nouns =
  'bank bay bend brook canal cascade cove creek current dale delta drift eddy fen ford glen gulf harbor inlet isle lagoon lake marsh mere narrows ocean pond pool rapid reef ridge rill river shoal shore sound spring strait stream tarn tide vale wave weir'.split(
    ' ',
  );

/** A readable name that ends with the id: `calm-reef-production-<id>`. */
export function gridName(id: string, random: () => number = Math.random): string {
  return `${pick(adjectives, random)}-${pick(nouns, random)}-production-${id}`;
}

/** The first two words, as shown in results. */
export function shortGridName(name: string): string {
  return name.split('-').slice(0, 2).join('-');
}

function pick(words: string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] as string;
}
