/** RC2 in CBC mode (RFC 2268), a legacy cipher of OpenSSL that old key stores use for certificates. */
export function decryptRc2(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const words = expandKey(key);
  const plain = Buffer.alloc(encrypted.length);
  let previous = iv;
  for (let at = 0; at + 8 <= encrypted.length; at += 8) {
    const block = encrypted.subarray(at, at + 8);
    decryptBlock(words, block, plain.subarray(at, at + 8));
    for (let index = 0; index < 8; index++) {
      plain[at + index] = (plain[at + index] ?? 0) ^ (previous[index] ?? 0);
    }
    previous = block;
  }
  return plain;
}

const piTable = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);

function expandKey(key: Buffer): Uint16Array {
  const bytes = Buffer.alloc(128);
  key.copy(bytes);
  const pi = (index: number) => piTable[index & 0xff] ?? 0;
  const at = (index: number) => bytes[index] ?? 0;
  for (let index = key.length; index < 128; index++) {
    bytes[index] = pi(at(index - 1) + at(index - key.length));
  }
  // The effective length is that of the key: whole bytes.
  bytes[128 - key.length] = pi(at(128 - key.length));
  for (let index = 127 - key.length; index >= 0; index--) {
    bytes[index] = pi(at(index + 1) ^ at(index + key.length));
  }
  return Uint16Array.from({ length: 64 }, (_, index) => bytes.readUInt16LE(index * 2));
}

const rotations = [1, 2, 3, 5];

function decryptBlock(words: Uint16Array, block: Buffer, plain: Buffer): void {
  const state = [0, 2, 4, 6].map((offset) => block.readUInt16LE(offset));
  const at = (index: number) => state[(index + 4) & 3] ?? 0;
  let next = 63;
  const mix = () => {
    for (let index = 3; index >= 0; index--) {
      const rotation = rotations[index] ?? 0;
      const rotated = (at(index) >>> rotation) | (at(index) << (16 - rotation));
      const taken = (words[next--] ?? 0) + (at(index - 1) & at(index - 2)) + (~at(index - 1) & at(index - 3));
      state[index] = (rotated - taken) & 0xffff;
    }
  };
  const mash = () => {
    for (let index = 3; index >= 0; index--) {
      state[index] = (at(index) - (words[at(index - 1) & 63] ?? 0)) & 0xffff;
    }
  };
  for (const [rounds, isLast] of [
    [5, false],
    [6, false],
    [5, true],
  ] as const) {
    for (let round = 0; round < rounds; round++) {
      mix();
    }
    if (!isLast) {
      mash();
    }
  }
  for (const [index, word] of state.entries()) {
    plain.writeUInt16LE(word, index * 2);
  }
}
