/** GitLab's deepest answer has about 20. */
const deepest = 64;

/** 100 merge requests have some 20,000. */
const maxValues = 500_000;

/** Records cost far more than lists. */
const maxMembers = 10_000;

const harmlessBytes = 64 * 1024;

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openRecord = 0x7b;
const closeRecord = 0x7d;

/** Excessive JSON, even if invalid, would block for seconds and take gigabytes. */
export const excessOf = (text: Buffer): string | undefined => {
  if (text.length <= harmlessBytes) return undefined;
  const members = new Int32Array(deepest + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case quote:
        at = endOfString(text, at + 1);
        break;
      case openList:
      case openRecord:
        depth += 1;
        if (depth > deepest) return `the answer nests more than ${deepest} levels`;
        // lists are only limited by the total
        members[depth] = text[at] === openRecord ? 1 : -maxValues;
        values += 1;
        break;
      case closeList:
      case closeRecord:
        depth = Math.max(0, depth - 1);
        break;
      case comma:
        values += 1;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > maxMembers) return `a record of the answer has more than ${maxMembers} members`;
        break;
      default:
    }
    if (values > maxValues) return `the answer holds more than ${maxValues} values`;
  }
  return undefined;
};

const endOfString = (text: Buffer, from: number): number => {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
};
