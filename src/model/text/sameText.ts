/** Ignores line ends and surrounding white space, which servers change. */
export const isSameText = (one: string, other: string): boolean => plainText(one) === plainText(other);

/** Trimmed, as by servers. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
