const longest = 100;

/** The difference of two texts in JMeter's format. */
export function equalsDifference(received: string, expected: string): string {
  const shorter = Math.min(received.length, expected.length);
  let first = 0;
  while (first < shorter && received[first] === expected[first]) {
    first += 1;
  }
  const start = keepEnd(received.slice(0, first));
  let lastReceived = received.length - 1;
  let lastExpected = expected.length - 1;
  while (lastReceived > first && lastExpected > first && received[lastReceived] === expected[lastExpected]) {
    lastReceived -= 1;
    lastExpected -= 1;
  }
  const end = keepStart(received.slice(lastReceived + 1));
  const isToEnd = end === '';
  const left = keepStart(received.slice(first, isToEnd ? undefined : lastReceived + 1));
  const right = keepStart(expected.slice(first, isToEnd ? undefined : lastExpected + 1));
  const width = Math.max(left.length, right.length);
  const show = (title: string, middle: string) =>
    `\n\n****** ${title}: ${start}[[[${middle.padEnd(width)}]]]${end}`;
  return `${show('received  ', left)}${show('comparison', right)}\n\n`;
}

const keepStart = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest)}...`);
const keepEnd = (text: string) => (text.length <= longest ? text : `...${text.slice(-longest)}`);
