/** Levels of lists and records in each other; the deepest answer of the service has about twenty. */
const deepest = 64;

/** Values of an answer; a page of a hundred merge requests has some twenty thousand. */
const mostValues = 500_000;

/** Members of one record, which cost far more than the items of a list once there are many. */
const mostMembers = 10_000;

/** Shorter texts cannot hold enough to be noticed. */
const harmlessBytes = 64 * 1024;

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openRecord = 0x7b;
const closeRecord = 0x7d;

/**
 * What a JSON text, valid or not, has more of than any answer of the service; undefined when it is of a usual size.
 * Parsing such a text would hold up everything for seconds and take gigabytes.
 */
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
        // lists count from far below: their items are bounded by those of the answer alone
        members[depth] = text[at] === openRecord ? 1 : -mostValues;
        values += 1;
        break;
      case closeList:
      case closeRecord:
        depth = Math.max(0, depth - 1);
        break;
      case comma:
        values += 1;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > mostMembers) return `a record of the answer has more than ${mostMembers} members`;
        break;
      default:
    }
    if (values > mostValues) return `the answer holds more than ${mostValues} values`;
  }
  return undefined;
};

/** Index of the quote that ends the string whose first byte is at `from`; the end of the text where there is none. */
const endOfString = (text: Buffer, from: number): number => {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
};
