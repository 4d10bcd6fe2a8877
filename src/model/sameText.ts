/** Ignores line ends and surrounding white space, which servers change. */
export const isSameText = (one: string, other: string): boolean => plainText(one) === plainText(other);

/** As stored by servers, with normalized line ends. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
